/**
 * @file A node as checks between nodes see it: what it registered, if it started, and its settings.
 */
import { type NodeExtra, type NodeIndexing, type PairNode, UNKNOWN_EXTRA } from '../checks/nodePair.ts';
import { pairRank } from '../checks/pairRank.ts';
import type { EngineConfig } from '../model/engineConfig.ts';
import type { ModelSpec } from '../model/modelSpec.ts';
import { indexGeometry, type Node, type NodeOutcome } from './node.ts';

/** Puts a node's start and settings together. A node that did not start has no ranks. */
export function pairNode(side: 'prefill' | 'decode', model: ModelSpec, engine: EngineConfig, outcome: NodeOutcome, extra: NodeExtra = UNKNOWN_EXTRA): PairNode {
  const node = outcome.ok ? outcome.node : null;
  return {
    side,
    model,
    engine,
    ranks: node === null ? [] : node.ranks.map(pairRank),
    indexing: node === null ? null : nodeIndexing(node),
    extra: { ...extra, transferBackend: extra.transferBackend ?? engine.backend },
  };
}

/** Null for pools that have no sliding window. */
function nodeIndexing(node: Node): NodeIndexing | null {
  const target = node.ranks[0]?.target;
  if (target?.kind !== 'dsv4') return null;
  const drafts = node.ranks.flatMap(({ draft }) => (draft === null ? [] : [draft.args.swaPageSize]));
  const hasC4 = node.ranks.some((rank) => rank.target.kind === 'dsv4' && rank.target.geometry.layers.some(({ ratio }) => ratio === 4));
  return {
    ...indexGeometry(node),
    swaPageTokens: [target.args.swaPageSize, ...drafts],
    c4StateAddress: target.geometry.c4StateAddress,
    c4State: hasC4 ? { ringRows: target.geometry.ringSizeC4, dtype: target.args.c4StateDtype } : null,
  };
}
