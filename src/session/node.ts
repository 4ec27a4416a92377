/**
 * @file A node as it starts: one rank for each point of its grid, all registered; or the first rank's error, which ends the start.
 */
import type { EngineError } from '../core/errors.ts';
import type { IndexGeometry } from '../indices/requestIndices.ts';
import type { KvEntry } from '../kvargs/kvArgs.ts';
import { buildRank, type ComparedPools, type Rank, type RankFailure } from '../kvargs/rank.ts';
import type { EngineConfig } from '../model/engineConfig.ts';
import type { ModelSpec } from '../model/modelSpec.ts';
import type { ListedRegion, RegisteredNode, RegisteredRank } from '../plan/planInput.ts';
import { gridPoints, rankIndex } from '../plan/rankMapping.ts';
import { requestSlots } from '../pools/serverSizing.ts';
import type { PlacementGeometry } from './placement.ts';

/** A started node. Ranks are in the order of `rankIndex`. */
export interface Node {
  readonly side: 'prefill' | 'decode';
  readonly engine: EngineConfig;
  readonly ranks: readonly Rank[];
}

/** A refusal that the start went past because it was told to. */
export interface IgnoredRefusal {
  readonly error: EngineError;
  readonly compared: ComparedPools;
}

/** A started node, with the refusals that its start went past; or the failure that ended it. */
export type NodeOutcome =
  | { readonly ok: true; readonly node: Node; readonly ignored: readonly IgnoredRefusal[] }
  | { readonly ok: false; readonly failure: RankFailure };

/** Ranks of one node lie this far apart in the address space that people read: far enough to tell them by their first digits. */
const RANK_STRIDE = 1n << 40n;

/**
 * Starts every rank of a node.
 * @param ignoreRefusals go on past the engine's five refusals
 * @throws SimError(bad-input) where addresses pass 2^64
 */
export function startNode(side: 'prefill' | 'decode', model: ModelSpec, engine: EngineConfig, ignoreRefusals = false): NodeOutcome {
  const ranks: Rank[] = [];
  const ignored: IgnoredRefusal[] = [];
  for (const point of gridPoints(engine.grid)) {
    const index = rankIndex(engine.grid, point);
    const addressBase = engine.addressBase + BigInt(index) * RANK_STRIDE;
    const outcome = buildRank({ side, rankIndex: index, tpRank: point.tp, ppRank: point.pp, model, engine, addressBase, ignoreRefusals });
    if (!outcome.ok) return { ok: false, failure: outcome };
    if (outcome.ignored !== null) ignored.push(outcome.ignored);
    ranks.push(outcome.rank);
  }
  return { ok: true, node: { side, engine, ranks }, ignored };
}

/** What the node's allocators deal in: the target pool's sizes, which its schedulers share. */
export function placementGeometry(node: Node): PlacementGeometry {
  const { engine, ranks } = node;
  const target = ranks[0]?.target;
  const reserved = engine.layout === 'request-packed';
  const shared = { fullTokens: engine.poolTokens, metadataRows: engine.metadataRows, reserved };
  if (target === undefined || target.kind === 'plain') {
    return { ...shared, reqSlots: engine.maxRequests + engine.preallocSlots + 1, pageSizeTokens: engine.pageSizeTokens, swaTokens: 0, windowTokens: 0 };
  }
  const { args } = target;
  // Slots are the rows of `req_to_token`; a pool that was built for fewer is overrun, as in the engine.
  return { ...shared, reqSlots: requestSlots(engine, node.side), pageSizeTokens: args.pageSize, swaTokens: args.swaSize, windowTokens: args.slidingWindow };
}

/** What of the node's pools decides its index lists. */
export function indexGeometry(node: Node): IndexGeometry {
  const { engine, ranks } = node;
  const target = ranks[0]?.target;
  if (target === undefined || target.kind === 'plain') {
    const c128 = { online: false, ringRows: 128 };
    return { mode: 'paged', pageSizeTokens: engine.pageSizeTokens, windowTokens: 0, unifiedRingRows: null, c128, c4StateIndex: 'swa-page' };
  }
  const { args, env, geometry } = target;
  return {
    mode: env.mode,
    pageSizeTokens: args.pageSize,
    windowTokens: args.slidingWindow,
    unifiedRingRows: geometry.unified?.ringRows ?? null,
    c128: { online: geometry.onlineC128, ringRows: geometry.ringSizeC128 },
    c4StateIndex: engine.c4StateIndex,
  };
}

/** The node as the planner sees it. */
export function registeredNode(node: Node): RegisteredNode {
  const { grid, allCpRanksTransfer } = node.engine;
  return { grid, allCpRanksTransfer, ranks: node.ranks.map(registeredRank) };
}

function registeredRank(rank: Rank): RegisteredRank {
  const { kvArgs, space } = rank;
  const listed = (entry: KvEntry): ListedRegion => ({
    offset: Number(entry.address - space.base),
    itemBytes: entry.itemBytes,
    tensor: entry.tensor,
  });
  return {
    kv: kvArgs.kv.map(listed),
    components: kvArgs.state.map(({ type, entries }) => ({ type, entries: entries.map(listed) })),
    aux: kvArgs.aux.map(listed),
    stage: { startLayer: kvArgs.prefillStartLayer ?? 0, endLayer: kvArgs.prefillEndLayer, ratios: kvArgs.compressRatios },
    resets: (slot) => rank.pools.flatMap((pool) => pool.resets(slot).map(({ tensor, ...written }) => ({ ...written, tensor: tensor.name }))),
  };
}
