/**
 * @file What one node is started with. Units are in the names; defaults are the server's for DeepSeek-V4 (domain of the `2026-08` revision).
 */

/** Which state of the engine's code is imitated. `2026-08` is complete; `2026-09` where its behaviour is known. */
export type Revision = '2026-08' | '2026-09';
/** Where sliding-window KV lives: SWA pages of its own pool, or ring rows at the head of every layer's unified buffer. */
export type PoolMode = 'paged' | 'unified';
/** Dtype of stored KV (`--kv-cache-dtype`). */
export type KvDtype = 'fp8_e4m3' | 'bfloat16';
/** Dtype of compression states. */
export type StateDtype = 'float32' | 'bfloat16';
/** Which attention kernels lay KV out (`--dsv4-attn-backend`). */
export type AttentionBackend = 'flashmla' | 'trtllm';

/**
 * Transfer backends (`--disaggregation-transfer-backend`) whose behaviour is imitated. `mooncake` is the one of 2026-08 and later, where a state component that cannot be sent fails
 * the request; `mooncake-old` is its predecessor, which went on as if nothing had happened.
 */
export const TRANSFER_BACKENDS = ['mooncake', 'mooncake-old', 'nixl', 'mori', 'fake'] as const;
/** Name of a transfer backend. */
export type TransferBackend = (typeof TRANSFER_BACKENDS)[number];

/**
 * How a pool's layers lie. `layer-first` is the engine's: a tensor a layer. The two others are not SGLang's; they are here to be measured beside it. `page-first`: one item holds all
 * layers of a page (or row, or slot), so that a list has one entry. `request-packed`: page-first, and a request's pages are reserved by its slot, one behind the other.
 */
export const LAYOUTS = ['layer-first', 'page-first', 'request-packed'] as const;
/** One of them. */
export type Layout = (typeof LAYOUTS)[number];

/** Speculative decoding as far as it shapes memory: rings widen with it, and a draft (NextN) pool appears. */
export interface Speculation {
  readonly algorithm: 'EAGLE';
  /** `speculative_num_draft_tokens`: the unified ring grows by one less than this. */
  readonly draftTokens: number;
  /** NextN layers of the draft model; 0 = speculation widens the rings, but no draft pool exists. */
  readonly draftLayers: number;
}

/** The parallel grid of a node; a rank for each point. */
export interface Grid {
  readonly tp: number;
  readonly pp: number;
  readonly cp: number;
}

/** What a pool (target or draft) is given in place of the node's own values. `undefined` = as derived. */
export interface PoolOverrides {
  readonly mode?: PoolMode | undefined;
  readonly pageSizeTokens?: number | undefined;
  readonly swaPageSizeTokens?: number | undefined;
  readonly windowTokens?: number | undefined;
  readonly compressRatios?: readonly number[] | undefined;
  readonly swaTokens?: number | undefined;
  readonly c4StateRows?: number | undefined;
  readonly c128StateRows?: number | undefined;
  readonly reqSlots?: number | undefined;
  readonly kvDtype?: KvDtype | undefined;
  /** `own`: the draft pool got a mapping tensor of its own instead of the allocator's; identity is what the engine checks. */
  readonly mapping?: 'shared' | 'own' | undefined;
}

/** One node's settings, complete: every default resolved. */
export interface EngineConfig {
  readonly revision: Revision;
  readonly mode: PoolMode;
  /** No setting of the engine, which is always `layer-first`. */
  readonly layout: Layout;
  /** `--page-size`, tokens. */
  readonly pageSizeTokens: number;
  readonly swaPageSizeTokens: number;
  /** Sliding window, tokens. */
  readonly windowTokens: number;
  /** `--max-running-requests`; request slots are one more (slot 0 is padding), plus `preallocSlots` on decode. */
  readonly maxRequests: number;
  readonly preallocSlots: number;
  /** Full-pool tokens. */
  readonly poolTokens: number;
  /** `--swa-full-tokens-ratio`: SWA tokens = floor(poolTokens * ratio), rounded down to a page. */
  readonly swaRatio: number;
  readonly speculation: Speculation | null;
  /** `SGLANG_OPT_USE_ONLINE_COMPRESS`; takes effect in paged mode only. */
  readonly onlineCompress: boolean;
  /** `SGLANG_EXPERIMENTAL_ONLINE_C128_MTP`. */
  readonly onlineC128Mtp: boolean;
  readonly fp4Indexer: boolean;
  readonly attentionBackend: AttentionBackend;
  /** `SGLANG_DSV4_UNIFIED_KV_FP8`, 2026-09 only. */
  readonly unifiedFp8: boolean;
  readonly kvDtype: KvDtype;
  /** `SGLANG_DSV4_COMPRESS_STATE_DTYPE`. */
  readonly stateDtype: StateDtype;
  /** Which index addresses C4 state in unified mode: SWA pages (2026-08) or the request slot (default of 2026-09). */
  readonly c4StateIndex: 'swa-page' | 'slot';
  readonly grid: Grid;
  /** `--disaggregation-transfer-backend`. Prefill's decides how things are sent. */
  readonly backend: TransferBackend;
  /**
   * `SGLANG_DISAGGREGATION_ALL_CP_RANKS_TRANSFER`: every context-parallel rank of prefill sends its part of the pages. On prefill it decides what a rank sends, on decode which ranks
   * are asked and waited for.
   */
  readonly allCpRanksTransfer: boolean;
  /** First virtual address of rank 0; any unsigned 64-bit value. */
  readonly addressBase: bigint;
  /** Rows of the metadata buffers. */
  readonly metadataRows: number;
  readonly target: PoolOverrides;
  readonly draft: PoolOverrides;
}
