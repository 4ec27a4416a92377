/**
 * @file The flags of the server that say something of a hand-off: their names, what they take, and which setting they give. Names are exactly those
 * that the server declares; abbreviations that argparse would accept are not guessed. `setting: null`: read, but it does not shape memory.
 */
import { choice, integer, LIST, number, SWITCH, TEXT, type ValueKind } from './valueKinds.ts';

/** The settings that flags and variables give directly. */
export type GivenName =
  | 'role'
  | 'modelPath'
  | 'modelOverrides'
  | 'transferBackend'
  | 'extraSlots'
  | 'pageSizeTokens'
  | 'swaRatio'
  | 'kvCacheDtype'
  | 'attentionBackend'
  | 'dsv4AttentionBackend'
  | 'fp4Indexer'
  | 'speculativeAlgorithm'
  | 'speculativeSteps'
  | 'speculativeTopk'
  | 'draftTokens'
  | 'draftModelPath'
  | 'tp'
  | 'pp'
  | 'dp'
  | 'ep'
  | 'attnCp'
  | 'dcp'
  | 'dpAttention'
  | 'prefillCp'
  | 'cacheLayerSplit'
  | 'maxRunningRequests'
  | 'poolTokens'
  | 'contextTokens'
  | 'chunkedPrefillTokens'
  | 'radixCacheOff'
  | 'decodeRadixCache'
  | 'hierarchicalCache'
  | 'hisparse'
  | 'unifiedMemory'
  | 'hybridSwaOff'
  | 'loadBalance'
  | 'device'
  | 'unifiedBackend'
  | 'unifiedFp8'
  | 'onlineCompress'
  | 'onlineC128Mtp'
  | 'stateDtype'
  | 'stagingBuffer'
  | 'stagingPoolMegabytes'
  | 'queueCount'
  | 'threadPoolSize'
  | 'allCpRanksTransfer'
  | 'forceQueryDpRank';

/** One flag. */
export interface KnownFlag {
  /** The server's own name first, then its aliases. */
  readonly names: readonly [string, ...string[]];
  readonly takes: ValueKind;
  readonly setting: GivenName | null;
  /** What the server does without it, for DeepSeek-V4; null where that is nothing. */
  readonly default: string | null;
  /** What it means, in a few words. */
  readonly meaning: string;
}

/** The transports that `--disaggregation-transfer-backend` names. */
export const TRANSFER_BACKENDS = ['mooncake', 'nixl', 'mori', 'ascend', 'fake', 'mooncake_tcp'] as const;

function flag(names: string, takes: ValueKind, setting: GivenName | null, byDefault: string | null, meaning: string): KnownFlag {
  const [first = '', ...aliases] = names.split(' ');
  return { names: [first, ...aliases], takes, setting, default: byDefault, meaning };
}

/** Flags that shape memory or the hand-off, and the others of the reports. Sources: the server's argument list and its DeepSeek-V4 hook, 2026-08. */
export const FLAGS: readonly KnownFlag[] = [
  flag('--model-path --model', TEXT, 'modelPath', null, 'the model'),
  flag('--disaggregation-mode', choice('null', 'prefill', 'decode'), 'role', 'null', 'role of the server'),
  flag('--disaggregation-transfer-backend', choice(...TRANSFER_BACKENDS), 'transferBackend', 'mooncake', 'transport'),
  flag('--disaggregation-bootstrap-port', integer(0), null, '8998', 'port of the prefill registry'),
  flag('--disaggregation-ib-device', TEXT, null, null, 'RDMA cards'),
  flag('--disaggregation-decode-enable-radix-cache', SWITCH, 'decodeRadixCache', 'off', 'decode keeps prefixes'),
  flag('--disaggregation-decode-extra-slots', integer(0), 'extraSlots', '2 x per-worker batch up to 32, else 0', 'request slots for requests being received'),
  flag('--disaggregation-decode-enable-offload-kvcache', SWITCH, null, 'off', 'host copies on decode'),
  flag('--disaggregation-decode-retraction-backup', choice('cpu_tensor', 'host_pool'), null, null, 'host copies of retracted requests'),
  flag('--disaggregation-decode-allocation-policy', choice('early', 'prefill_complete'), null, null, 'when decode reserves pages'),
  flag('--disaggregation-decode-polling-interval', integer(1), null, '1', 'how often decode polls'),
  flag('--disaggregation-enable-kv-checksum', SWITCH, null, 'off', 'checksum of pages handed off'),
  flag('--num-reserved-decode-tokens', integer(0), null, '512', 'head-room a request on decode'),
  flag('--page-size', integer(1), 'pageSizeTokens', '256 (NPU 128)', 'tokens a page'),
  flag('--swa-full-tokens-ratio', number(0, 1), 'swaRatio', '0.1', 'window-pool tokens a full-pool token'),
  flag('--disable-hybrid-swa-memory', SWITCH, 'hybridSwaOff', 'off', 'no separate window pool'),
  flag(
    '--kv-cache-dtype',
    choice('auto', 'fp8_e4m3', 'fp8_e5m2', 'bf16', 'bfloat16', 'float16', 'fp4_e2m1'),
    'kvCacheDtype',
    'auto: fp8_e4m3 (NPU bfloat16)',
    'dtype of the cache',
  ),
  flag('--attention-backend', TEXT, 'attentionBackend', 'dsv4', 'attention kernels'),
  flag('--dsv4-attn-backend', TEXT, 'dsv4AttentionBackend', null, 'trtllm changes the row format'),
  flag('--enable-deepseek-v4-fp4-indexer', SWITCH, 'fp4Indexer', 'off', 'fp4 indexer pages'),
  flag('--speculative-algorithm', TEXT, 'speculativeAlgorithm', null, 'draft pool and larger rings'),
  flag('--speculative-num-steps', integer(1), 'speculativeSteps', '3', 'draft steps'),
  flag('--speculative-eagle-topk', integer(1), 'speculativeTopk', '1', 'draft tokens a step'),
  flag('--speculative-num-draft-tokens', integer(1), 'draftTokens', 'steps + 1', 'sets the ring'),
  flag('--speculative-draft-model-path --speculative-draft-model', TEXT, 'draftModelPath', null, 'the draft model'),
  flag('--tp-size --tp --tensor-parallel-size', integer(1), 'tp', '1', 'tensor parallelism'),
  flag('--pp-size --pp --pipeline-parallel-size', integer(1), 'pp', '1', 'pipeline parallelism'),
  flag('--dp-size --dp --data-parallel-size', integer(1), 'dp', '1', 'data parallelism'),
  flag('--ep-size --ep --expert-parallel-size', integer(1), 'ep', '1', 'expert parallelism'),
  flag('--attn-cp-size --attention-context-parallel-size', integer(1), 'attnCp', '1', 'context parallelism of attention'),
  flag('--dcp-size --decode-context-parallel-size', integer(1), 'dcp', '1', 'decode context parallelism'),
  flag('--enable-dp-attention', SWITCH, 'dpAttention', 'off', 'attention TP = tp / dp'),
  flag('--enable-dp-lm-head', SWITCH, null, 'off', 'vocabulary over the attention group'),
  flag(
    '--enable-prefill-cp --enable-nsa-prefill-context-parallel --enable-dsa-prefill-context-parallel --enable-prefill-context-parallel',
    SWITCH,
    'prefillCp',
    'off',
    'context-parallel prefill',
  ),
  flag('--cp-strategy', choice('zigzag', 'interleave'), null, null, 'layout of prefill CP'),
  flag('--nsa-prefill-cp-mode --dsa-prefill-cp-mode', choice('in-seq-split', 'round-robin-split'), null, 'in-seq-split', 'layout of prefill CP'),
  flag('--enable-dsa-cache-layer-split', SWITCH, 'cacheLayerSplit', 'off', 'cache layers split over CP ranks'),
  flag('--max-running-requests', integer(1), 'maxRunningRequests', '256', 'request slots'),
  flag('--max-total-tokens', integer(1), 'poolTokens', 'from free memory', 'tokens of the full pool'),
  flag('--mem-fraction-static', number(0, 1), null, 'from the GPU', 'share of memory for weights and pools'),
  flag('--context-length', integer(1), 'contextTokens', "the model's", 'longest request'),
  flag('--chunked-prefill-size', integer(-1), 'chunkedPrefillTokens', '8192 (assumed; the server goes by GPU memory)', 'chunk borders'),
  flag('--max-prefill-tokens', integer(1), null, '16384', 'tokens of a prefill batch'),
  flag('--disable-overlap-schedule', SWITCH, null, 'off', 'no overlap of scheduling'),
  flag('--disable-radix-cache', SWITCH, 'radixCacheOff', 'off', 'no prefix reuse'),
  flag('--enable-hierarchical-cache', SWITCH, 'hierarchicalCache', 'off', 'prefixes on the host'),
  flag('--hicache-ratio', number(0, 1e6), null, '2', 'host pool a device pool'),
  flag('--hicache-size', integer(0), null, '0', 'host pool, GB'),
  flag('--hicache-storage-backend', TEXT, null, null, 'storage below the host pool'),
  flag('--enable-hisparse', SWITCH, 'hisparse', 'off', 'C4 kept on the host on decode'),
  flag('--hisparse-config', TEXT, null, null, 'HiSparse'),
  flag('--enable-unified-memory', SWITCH, 'unifiedMemory', 'off', 'one envelope for all pools'),
  flag('--load-balance-method', TEXT, 'loadBalance', 'auto', 'how requests find a DP rank'),
  flag('--device', TEXT, 'device', 'as found', 'the platform'),
  flag('--json-model-override-args', TEXT, 'modelOverrides', '{}', "changes to the model's config"),
  flag('--base-gpu-id', integer(0), null, '0', 'first GPU'),
  flag('--skip-server-warmup', SWITCH, null, 'off', 'no warm-up request'),
  flag('--moe-a2a-backend', TEXT, null, 'none', 'expert dispatch'),
  flag('--deepep-config', TEXT, null, null, 'expert dispatch'),
  flag('--cuda-graph-max-bs', integer(1), null, null, 'largest captured batch'),
  flag('--cuda-graph-bs', LIST, null, null, 'captured batches'),
  flag('--reasoning-parser', TEXT, null, null, 'output parsing'),
  flag('--tool-call-parser', TEXT, null, null, 'output parsing'),
  flag('--watchdog-timeout', number(0, 1e9), null, '300', 'seconds'),
  flag('--trust-remote-code', SWITCH, null, 'off', 'code of the model repository'),
  flag('--disable-shared-experts-fusion', SWITCH, null, 'off', 'expert kernels'),
  flag('--enable-prefill-delayer', SWITCH, null, 'off', 'scheduling'),
];
