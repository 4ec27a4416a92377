/**
 * @file What a server is started with when nobody says otherwise: the defaults that the engine's argument hooks set for DeepSeek-V4 (2026-08),
 * and those that follow from other settings. One place, so that scenario files and launch lines agree.
 */
import type { EngineConfig } from './engineConfig.ts';
import type { ModelSpec } from './modelSpec.ts';

/** Settings as given: whatever is absent or undefined gets its default. */
export type EngineSettings = { readonly [K in keyof EngineConfig]?: EngineConfig[K] | undefined };

/** `page_size` that the DeepSeek-V4 hook sets (not on NPU); other models keep the server's own default of 1. */
const DSV4_PAGE_TOKENS = 256;
/** `max_running_requests` of the DeepSeek-V4 hook. */
const DSV4_MAX_REQUESTS = 256;
/** The server derives its token pool from free memory, which no simulator has; this is our choice. */
const POOL_TOKENS = 65_536;
/** `swa_full_tokens_ratio` of the DeepSeek-V4 hook. */
const SWA_RATIO = 0.1;
/** Where the first rank of a node starts: two spaces that nobody takes for one another, in the range where CUDA maps device memory. */
const ADDRESS_BASE = { prefill: 0x7f10_0000_0000n, decode: 0x7f80_0000_0000n } as const;

/**
 * Completes a node's settings.
 * @param side decode alone pre-allocates slots: twice `max_running_requests` where that is at most 32 (`DecodeReqToTokenPool`'s caller)
 */
export function completeEngineConfig(side: 'prefill' | 'decode', model: ModelSpec, given: EngineSettings = {}): EngineConfig {
  const isDsv4 = model.kind === 'dsv4';
  const revision = given.revision ?? '2026-08';
  const pageSizeTokens = given.pageSizeTokens ?? (isDsv4 ? DSV4_PAGE_TOKENS : 1);
  const maxRequests = given.maxRequests ?? DSV4_MAX_REQUESTS;
  return {
    revision,
    mode: given.mode ?? 'paged',
    layout: given.layout ?? 'layer-first',
    pageSizeTokens,
    swaPageSizeTokens: given.swaPageSizeTokens ?? pageSizeTokens,
    windowTokens: given.windowTokens ?? (isDsv4 ? model.windowTokens : 0),
    maxRequests,
    preallocSlots: given.preallocSlots ?? (side === 'decode' && maxRequests <= 32 ? 2 * maxRequests : 0),
    // Page 0 is the null page, so a plain pool of `rows` items holds one page less.
    poolTokens: given.poolTokens ?? (isDsv4 ? POOL_TOKENS : Math.max(0, model.rows - 1) * pageSizeTokens),
    swaRatio: given.swaRatio ?? SWA_RATIO,
    speculation: given.speculation ?? null,
    onlineCompress: given.onlineCompress ?? false,
    onlineC128Mtp: given.onlineC128Mtp ?? false,
    fp4Indexer: given.fp4Indexer ?? false,
    attentionBackend: given.attentionBackend ?? 'flashmla',
    unifiedFp8: given.unifiedFp8 ?? false,
    kvDtype: given.kvDtype ?? 'fp8_e4m3',
    stateDtype: given.stateDtype ?? 'float32',
    c4StateIndex: given.c4StateIndex ?? (revision === '2026-08' ? 'swa-page' : 'slot'),
    grid: given.grid ?? { tp: 1, pp: 1, cp: 1 },
    backend: given.backend ?? 'mooncake',
    allCpRanksTransfer: given.allCpRanksTransfer ?? false,
    addressBase: given.addressBase ?? ADDRESS_BASE[side],
    // The scheduler makes twice as many metadata rows as requests can run.
    metadataRows: given.metadataRows ?? 2 * maxRequests,
    target: given.target ?? {},
    draft: given.draft ?? {},
  };
}
