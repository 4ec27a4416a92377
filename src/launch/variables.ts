/**
 * @file The environment variables that say something of a hand-off. `setting: null`: read, but it does not shape memory.
 */
import type { GivenName } from './flags.ts';
import { BOOLEAN, choice, integer, TEXT, type ValueKind } from './valueKinds.ts';

/** One variable. */
export interface KnownVariable {
  readonly name: string;
  readonly takes: ValueKind;
  readonly setting: GivenName | null;
  readonly default: string | null;
  readonly meaning: string;
}

function variable(name: string, takes: ValueKind, setting: GivenName | null, byDefault: string | null, meaning: string): KnownVariable {
  return { name, takes, setting, default: byDefault, meaning };
}

/** The value of `SGLANG_HACK_FLASHMLA_BACKEND` that puts window rows into rings, on ROCm only. */
export const UNIFIED_BACKEND = 'unified_kv_triton';

/** The values that the variable is known to have, in the engine and its forks. */
const FLASHMLA_BACKENDS = ['kernel', 'tilelang', 'triton', 'torch', UNIFIED_BACKEND, 'unified_kv_aiter', 'atom_paged'] as const;

/** Variables of the engine and its transports, as public reports and the engine's own list of variables (2026-08) have them. */
export const VARIABLES: readonly KnownVariable[] = [
  variable(
    'SGLANG_HACK_FLASHMLA_BACKEND',
    choice(...FLASHMLA_BACKENDS),
    'unifiedBackend',
    'kernel (ROCm: tilelang)',
    `${UNIFIED_BACKEND}: unified mode on ROCm`,
  ),
  variable('SGLANG_DSV4_UNIFIED_KV_FP8', BOOLEAN, 'unifiedFp8', 'off', 'fp8 form of unified mode'),
  variable('SGLANG_OPT_USE_ONLINE_COMPRESS', BOOLEAN, 'onlineCompress', 'off', 'C128 state as one row a slot'),
  variable('SGLANG_EXPERIMENTAL_ONLINE_C128_MTP', BOOLEAN, 'onlineC128Mtp', 'off', 'online C128 with speculation'),
  variable('SGLANG_DSV4_COMPRESS_STATE_DTYPE', choice('float32', 'fp32', 'bfloat16', 'bf16'), 'stateDtype', 'float32', 'dtype of compression state'),
  variable('SGLANG_DISAGG_STAGING_BUFFER', BOOLEAN, 'stagingBuffer', 'off', 'gather and scatter for unlike TP; not for MLA models'),
  variable('SGLANG_DISAGG_STAGING_POOL_SIZE_MB', integer(1), 'stagingPoolMegabytes', '4096', "decode's staging ring"),
  variable('SGLANG_DISAGG_STAGING_BUFFER_SIZE_MB', integer(1), null, '64', "prefill's staging buffer"),
  variable('SGLANG_DISAGGREGATION_QUEUE_SIZE', integer(1), 'queueCount', '4', 'parallel transfer queues'),
  variable('SGLANG_DISAGGREGATION_THREAD_POOL_SIZE', integer(1), 'threadPoolSize', '4 to 12, by cores', 'transfer threads a rank'),
  variable('SGLANG_DISAGGREGATION_ALL_CP_RANKS_TRANSFER', BOOLEAN, 'allCpRanksTransfer', 'off', 'every CP rank sends'),
  variable('SGLANG_DISAGGREGATION_FORCE_QUERY_PREFILL_DP_RANK', BOOLEAN, 'forceQueryDpRank', 'off', 'decode asks for the DP rank'),
  variable('SGLANG_DISAGGREGATION_BOOTSTRAP_TIMEOUT', integer(0), null, '300', 'seconds prefill waits for indices'),
  variable('SGLANG_DISAGGREGATION_WAITING_TIMEOUT', integer(0), null, '300', 'seconds decode waits for the KV'),
  variable('SGLANG_DISAGGREGATION_HEARTBEAT_INTERVAL', TEXT, null, '5.0', 'seconds'),
  variable('SGLANG_DISAGGREGATION_HEARTBEAT_MAX_FAILURE', integer(0), null, '2', 'failures'),
  variable('SGLANG_NUM_RESERVED_DECODE_TOKENS', integer(0), null, '512', 'head-room a request on decode'),
  variable('SGLANG_ENABLE_FAILED_SESSION_PROBE', BOOLEAN, null, 'off', 'probes blocked sessions'),
  variable('SGLANG_FAILED_SESSION_PROBE_INTERVAL_S', TEXT, null, '30', 'seconds'),
  variable('SGLANG_DISAGGREGATION_BOOTSTRAP_ENTRY_CLEANUP_INTERVAL', integer(0), null, '120', 'seconds'),
  variable('SGLANG_DISAGGREGATION_DEFERRED_DECODE_KV_RELEASE', BOOLEAN, null, null, 'holds pages after an abort'),
  variable('SGLANG_DISAGGREGATION_DEFERRED_DECODE_KV_RELEASE_TIMEOUT', TEXT, null, '30', 'seconds'),
  variable('SGLANG_DISAGG_PREFILL_EARLY_SEND_CACHED_PREFIX', BOOLEAN, null, 'on', 'sends a cached prefix first'),
  variable('SGLANG_DISAGGREGATION_NIXL_BACKEND', TEXT, null, 'UCX', 'NIXL'),
  variable('SGLANG_DISAGGREGATION_NIXL_BACKEND_PARAMS', TEXT, null, '{}', 'NIXL'),
  variable('SGLANG_MOONCAKE_CUSTOM_MEM_POOL', TEXT, null, null, 'Mooncake memory'),
  variable('SGLANG_MOONCAKE_SEND_AUX_TCP', BOOLEAN, null, 'off', 'metadata rows over TCP'),
  ...['MC_FORCE_MNNVL', 'MC_FORCE_TCP', 'MC_TE_METRIC', 'MC_SLICE_SIZE', 'MC_NUM_QP_PER_EP', 'MC_WORKERS_PER_CTX', 'MC_MAX_MR_SIZE', 'MC_MTU'].map((name) =>
    variable(name, TEXT, null, null, 'Mooncake transport'),
  ),
  ...['MORI_ENABLE_DMABUF_REG', 'MORI_DISABLE_DMABUF_REG', 'MORI_IB_GID_INDEX', 'UCX_TLS', 'UCX_NET_DEVICES'].map((name) =>
    variable(name, TEXT, null, null, 'other transports'),
  ),
  variable('SGLANG_MORI_TRANSFER_SHARDS', integer(1), null, '8', 'Mori workers'),
  variable('SGLANG_DSV4_FP4_EXPERTS', TEXT, null, null, 'expert weights'),
  variable('SGLANG_ENABLE_UNIFIED_RADIX_TREE', BOOLEAN, null, 'off', 'prefix reuse'),
  variable('SGLANG_EXPERIMENTAL_DSV4_DECODE_RADIX_CACHE', BOOLEAN, null, 'off', 'decode prefix reuse'),
  variable('SGLANG_OPT_CACHE_SWA_TRANSLATION', BOOLEAN, null, null, 'window-pool behaviour'),
  variable('SGLANG_OPT_SWA_EVICT_DROP_PAGE_MARGIN', BOOLEAN, null, null, 'window-pool behaviour'),
  variable('SGLANG_OPT_SWA_RELEASE_LEAF_LOCK_AFTER_WINDOW', BOOLEAN, null, null, 'window-pool behaviour'),
  variable('SGLANG_OPT_RELEASE_PREFILL_SWA', BOOLEAN, null, null, 'window-pool behaviour'),
  variable('SGLANG_SWA_EVICTION_INTERVAL', integer(1), null, '128', 'decode batches between evictions'),
  variable('SGLANG_TEST_DISAGG_FAILURE_PROB', TEXT, null, '0', 'random failed polls, for tests'),
  variable('DISAGGREGATION_TEST_FAILURE_PROB', TEXT, null, '0', 'random failed polls, for tests'),
  variable('SGLANG_STAGING_USE_TORCH', BOOLEAN, null, 'off', 'staging kernels'),
  variable('SGLANG_ENABLE_SPEC_V2', BOOLEAN, null, 'on for DeepSeek-V4', 'overlap of speculation'),
  ...['SGLANG_DEBUG_KV_ALLOC', 'SGLANG_DEBUG_DISAGG_PREFILL_CACHE', 'SGLANG_DSV4_DISABLE_C128_STATE_PD', 'SGLANG_DEBUG_DISAGG_DECODE_DUMP'].map((name) =>
    variable(name, TEXT, null, null, 'diagnostic branches only'),
  ),
];

/** Prefixes of the engine's and its transports' variables; others belong to somebody else and are not remarked on. */
export const ENGINE_PREFIXES = ['SGLANG_', 'SGL_', 'DISAGGREGATION_', 'MC_', 'MORI_'] as const;
