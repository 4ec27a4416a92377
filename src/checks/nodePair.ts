/**
 * @file What checks between nodes look at: both nodes' registrations, and of their settings what is known. A dump gives registrations alone, a launch line settings alone;
 * what is not known is null or absent, and a check that needs it is silent.
 */
import { EngineError } from '../core/errors.ts';
import type { IndexGeometry } from '../indices/requestIndices.ts';
import type { EngineConfig } from '../model/engineConfig.ts';
import type { ModelSpec } from '../model/modelSpec.ts';
import { routesBetween } from '../plan/routes.ts';
import { compareLists, type ListComparison } from './listComparison.ts';
import type { PairRank, Route } from './pairRank.ts';

/** Settings of a node that shape no memory. null = unknown. */
export interface NodeExtra {
  /** `--disaggregation-mode`. */
  readonly disaggregationMode: string | null;
  /** `--disaggregation-transfer-backend`. */
  readonly transferBackend: string | null;
  /** `SGLANG_DISAGG_STAGING_BUFFER`. */
  readonly stagingBuffer: boolean | null;
  /** `--chunked-prefill-size`, tokens. */
  readonly chunkedPrefillTokens: number | null;
  /** `SGLANG_DISAGGREGATION_THREAD_POOL_SIZE`. */
  readonly threadPoolSize: number | null;
  /** `SGLANG_DISAGGREGATION_QUEUE_SIZE`. */
  readonly queueSize: number | null;
  /** `--disaggregation-decode-enable-radix-cache`. */
  readonly decodeRadixCache: boolean | null;
}

/** Nothing known beside what shapes memory. */
export const UNKNOWN_EXTRA: NodeExtra = {
  disaggregationMode: null,
  transferBackend: null,
  stagingBuffer: null,
  chunkedPrefillTokens: null,
  threadPoolSize: null,
  queueSize: null,
  decodeRadixCache: null,
};

/** How a node numbers what it moves; of nodes whose pools are known. */
export interface NodeIndexing extends IndexGeometry {
  /** Tokens a page of the SWA buffers, of target and draft; the index lists are made with `pageSizeTokens`. */
  readonly swaPageTokens: readonly number[];
  /** What the kernels address C4 state by. */
  readonly c4StateAddress: 'swa-page' | 'slot';
  /** How a C4 state item is cut in rows; null without C4 layers. */
  readonly c4State: { readonly ringRows: number; readonly dtype: string } | null;
}

/** One node. */
export interface PairNode {
  readonly side: 'prefill' | 'decode';
  readonly model: ModelSpec | null;
  readonly engine: EngineConfig | null;
  /** In the order of `rankIndex`; empty where the node did not start. */
  readonly ranks: readonly PairRank[];
  readonly indexing: NodeIndexing | null;
  readonly extra: NodeExtra;
}

/** Both nodes, and their lists as the engine would pair them. */
export interface NodePair {
  readonly prefill: PairNode;
  readonly decode: PairNode;
  readonly routes: readonly Route[];
  /** Decode rank by decode rank: KV, then components by position. */
  readonly lists: readonly ListComparison[];
}

/** Puts two nodes side by side and pairs their lists. */
export function nodePair(prefill: PairNode, decode: PairNode): NodePair {
  const routes = routesOf(prefill, decode);
  return { prefill, decode, routes, lists: compareLists(routes, prefill.engine?.backend ?? 'mooncake') };
}

/** Who writes to whom. Without settings, ranks pair by their place; grids that cannot work together, and ranks that do not exist, have no routes. */
function routesOf(prefill: PairNode, decode: PairNode): Route[] {
  if (prefill.engine === null || decode.engine === null) {
    return decode.ranks.flatMap((rank, i) => {
      const sender = prefill.ranks[i];
      return sender === undefined ? [] : [{ prefill: sender, decode: rank }];
    });
  }
  try {
    return routesBetween(prefill.engine, decode.engine).routes.flatMap(({ prefillRank, decodeRank }) => {
      const [sender, receiver] = [prefill.ranks[prefillRank], decode.ranks[decodeRank]];
      return sender === undefined || receiver === undefined ? [] : [{ prefill: sender, decode: receiver }];
    });
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}
