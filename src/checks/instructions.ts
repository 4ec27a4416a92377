/**
 * @file Changes as a person carries them out: the flag, variable or config field behind each setting (the engine's server arguments and environment, 2026-08).
 */
import type { EngineConfig, Grid, Speculation } from '../model/engineConfig.ts';
import type { FieldName, SettingChange } from './settings.ts';

type Instruction = (value: unknown) => string;

/** Shortest forms; a value of null takes the setting away. */
const INSTRUCTIONS: Readonly<Partial<Record<FieldName, Instruction>>> = {
  revision: (value) => `run the engine of ${value}`,
  mode: (value) => (value === 'unified' ? 'set SGLANG_HACK_FLASHMLA_BACKEND=unified_kv_triton (ROCm)' : 'unset SGLANG_HACK_FLASHMLA_BACKEND'),
  layout: (value) => (value === 'layer-first' ? "use the engine's layout (layout: layer-first)" : `use layout ${value}`),
  pageSizeTokens: (value) => `use --page-size ${value}`,
  swaPageSizeTokens: (value) => `make SWA pages of ${value} tokens`,
  windowTokens: (value) => `set sliding_window to ${value} (--json-model-override-args '{"sliding_window": ${value}}')`,
  kvDtype: (value) => `use --kv-cache-dtype ${value}`,
  attentionBackend: (value) => (value === 'trtllm' ? 'use --dsv4-attn-backend trtllm' : 'leave --dsv4-attn-backend trtllm out'),
  fp4Indexer: (value) => (value === true ? 'add --enable-deepseek-v4-fp4-indexer' : 'leave --enable-deepseek-v4-fp4-indexer out'),
  unifiedFp8: (value) => variable('SGLANG_DSV4_UNIFIED_KV_FP8', value),
  speculation: (value) => speculationText(value as Speculation | null),
  stateDtype: (value) => `set SGLANG_DSV4_COMPRESS_STATE_DTYPE=${value}`,
  onlineCompress: (value) => variable('SGLANG_OPT_USE_ONLINE_COMPRESS', value),
  onlineC128Mtp: (value) => variable('SGLANG_EXPERIMENTAL_ONLINE_C128_MTP', value),
  c4StateIndex: (value) => `list C4 state by ${value} (c4StateIndex)`,
  grid: (value) => gridText(value as Grid),
  backend: (value) => `use --disaggregation-transfer-backend ${value}`,
  allCpRanksTransfer: (value) => variable('SGLANG_DISAGGREGATION_ALL_CP_RANKS_TRANSFER', value),
  'extra.transferBackend': (value) => `use --disaggregation-transfer-backend ${value}`,
  'extra.disaggregationMode': (value) => `use --disaggregation-mode ${value}`,
  'extra.stagingBuffer': (value) => variable('SGLANG_DISAGG_STAGING_BUFFER', value),
  'extra.threadPoolSize': (value) => variable('SGLANG_DISAGGREGATION_THREAD_POOL_SIZE', value),
  'extra.queueSize': (value) => variable('SGLANG_DISAGGREGATION_QUEUE_SIZE', value),
  'extra.decodeRadixCache': (value) =>
    value === true ? 'add --disaggregation-decode-enable-radix-cache' : 'leave --disaggregation-decode-enable-radix-cache out',
};

function variable(name: string, value: unknown): string {
  return value === null || value === false ? `unset ${name}` : `set ${name}=${value === true ? 1 : value}`;
}

/** Those that shape the draft; without the first, the others are for nothing. */
const SPECULATIVE_FLAGS =
  '--speculative-algorithm, --speculative-num-steps, --speculative-eagle-topk, --speculative-num-draft-tokens and --speculative-draft-model-path';

function speculationText(speculation: Speculation | null): string {
  if (speculation === null) return `leave ${SPECULATIVE_FLAGS} out`;
  const { algorithm, draftTokens, draftLayers } = speculation;
  const draft = draftLayers === 0 ? ', without a draft model' : draftLayers === 1 ? '' : `, with a draft of ${draftLayers} NextN layers`;
  return `use --speculative-algorithm ${algorithm} --speculative-eagle-topk 1 --speculative-num-draft-tokens ${draftTokens}${draft}`;
}

function gridText({ tp, pp, cp }: EngineConfig['grid']): string {
  return `use --tp-size ${tp} --pp-size ${pp} --attn-cp-size ${cp}`;
}

/** Overrides of one pool have no flag: they are what a config or constructor gives that pool alone. */
function overrideText(field: FieldName, value: unknown): string {
  const [pool, name] = field.split('.');
  return value === null ? `remove what gives the ${pool} pool its own ${name}` : `give the ${pool} pool ${name} ${JSON.stringify(value)}`;
}

/** `On prefill: use --page-size 256.` One sentence a node. */
export function instruct(changes: readonly SettingChange[]): string {
  return (['prefill', 'decode'] as const)
    .flatMap((side) => {
      const texts = changes
        .filter((change) => change.side === side && !followsPageSize(change, changes))
        .map(({ setting, value }) => INSTRUCTIONS[setting]?.(value) ?? overrideText(setting, value));
      return texts.length === 0 ? [] : [`On ${side}: ${[...new Set(texts)].join('; ')}.`];
    })
    .join(' ');
}

/** The server makes SWA pages of its page size: to say so beside --page-size would be to name a flag that does not exist. */
function followsPageSize({ side, setting, value }: SettingChange, changes: readonly SettingChange[]): boolean {
  const isPage = (other: SettingChange) => other.side === side && other.setting === 'pageSizeTokens' && other.value === value;
  return setting === 'swaPageSizeTokens' && changes.some(isPage);
}
