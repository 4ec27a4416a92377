/**
 * @file Both nodes started and every start-up check made, with no device in sight: what `check`, `layout` and every run begin with.
 */

import { GRID_CHECKS, refusalFinding } from '../checks/catalogue.ts';
import { kvDtypeMismatch } from '../checks/handshake/kvDtypeMismatch.ts';
import { pageSizeMismatch } from '../checks/handshake/pageSizeMismatch.ts';
import { nodePair, type PairNode, UNKNOWN_EXTRA } from '../checks/nodePair.ts';
import { type GridCheck, type PairCheck, runCheck } from '../checks/pairCheck.ts';
import type { Finding } from '../core/finding.ts';
import type { EngineConfig } from '../model/engineConfig.ts';
import type { ModelSpec } from '../model/modelSpec.ts';
import { type Node, type NodeOutcome, startNode } from './node.ts';

/** The two nodes of a hand-off, as settings. */
export interface NodeSettings {
  readonly model: ModelSpec;
  readonly prefill: EngineConfig;
  readonly decode: EngineConfig;
}

/** Both nodes, where they started; and what was found. */
export interface StartedNodes {
  readonly prefill: NodeOutcome;
  readonly decode: NodeOutcome;
  readonly findings: readonly Finding[];
  /** Both nodes, when nothing was refused; null otherwise. */
  readonly ready: { readonly prefill: Node; readonly decode: Node } | null;
}

/** `startNode`, or what stands for it. */
export type StartNode = typeof startNode;

/** What decode compares of two servers when it first asks prefill for its topology (`try_ensure_parallel_info`), before anything else. */
const COMPARED: readonly PairCheck[] = [pageSizeMismatch, kvDtypeMismatch];

/** Ids of the engine's own checks of two nodes' settings: no other finding here is about both. */
export const HANDSHAKE_IDS: ReadonlySet<string> = new Set([...COMPARED, ...GRID_CHECKS].map(({ id }) => id));

/**
 * Starts prefill and decode, each by itself, as the engine does; a node that fails does not keep the other's findings back. Then the handshake.
 * @param ignoreRefusals go on past the engine's five refusals and past the handshake's comparisons; they are found all the same. Grids that do not fit each other
 *   are never gone past: nobody could tell who sends to whom
 * @param start how a node is started: `startNode`, or one that remembers
 */
export function startNodes({ model, prefill, decode }: NodeSettings, ignoreRefusals = false, start: StartNode = startNode): StartedNodes {
  const outcomes = {
    prefill: start('prefill', model, prefill, ignoreRefusals),
    decode: start('decode', model, decode, ignoreRefusals),
  };
  const settings = nodePair(settingsOf('prefill', model, prefill), settingsOf('decode', model, decode));
  const found = (checks: readonly (PairCheck | GridCheck)[]) => checks.flatMap((check) => runCheck(check, settings));
  const compared = found(COMPARED);
  const ofGrids = found(GRID_CHECKS);
  const findings = [...nodeFindings('prefill', outcomes.prefill), ...nodeFindings('decode', outcomes.decode), ...compared, ...ofGrids];
  const agreed = ofGrids.length === 0 && (ignoreRefusals || compared.length === 0);
  const ready = outcomes.prefill.ok && outcomes.decode.ok && agreed ? { prefill: outcomes.prefill.node, decode: outcomes.decode.node } : null;
  return { ...outcomes, findings, ready };
}

function nodeFindings(side: 'prefill' | 'decode', outcome: NodeOutcome): Finding[] {
  if (!outcome.ok) return [refusalFinding(side, outcome.failure.error, outcome.failure.compared)];
  // Every rank of a node says the same.
  return outcome.ignored.slice(0, 1).map(({ error, compared }) => refusalFinding(side, error, compared));
}

/** A node as the handshake sees it: its settings, and nothing of its memory. */
function settingsOf(side: 'prefill' | 'decode', model: ModelSpec, engine: EngineConfig): PairNode {
  return { side, model, engine, ranks: [], indexing: null, extra: UNKNOWN_EXTRA };
}
