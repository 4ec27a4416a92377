/**
 * @file Seeded hand-offs that must come out clean, small enough for the CPU device to carry out in a moment: every preset cut to a few layers, every personality, with
 * and without a draft. What goals plant faults into, and what must raise no alarm.
 */
import { type RandomStream, randomStream } from '../src/core/random.ts';
import { ceilDiv } from '../src/core/units.ts';
import type { PoolMode } from '../src/model/engineConfig.ts';
import { MODEL_PRESETS, type ModelPresetName } from '../src/model/presets.ts';
import type { EngineInput, ScenarioInput } from '../src/scenario/scenarioSchema.ts';

/** What the drawing of hand-offs leaves to its caller. */
export interface DrawnBy {
  readonly mode: PoolMode;
  /** Prefill in two pipeline stages, now and then. */
  readonly pipelines: boolean;
}

/** A model's first layers hold every kind that it has. */
const LEAST_LAYERS: Readonly<Record<ModelPresetName, number>> = { 'dsv4-flash': 4, 'dsv4-pro': 3, 'dsv4-mini': 4 };
/** Enough for two layers of one kind. */
const MOST_LAYERS = 6;
/** Lengths at which lists change: a page, a window, a C128 group, and one token to either side. */
const NOTABLE_LENGTHS = [1, 127, 128, 129, 255, 256, 257, 300, 383, 384, 385, 400] as const;

const pick = <T>(random: RandomStream, values: readonly T[]): T => values[random.below(values.length)] as T;
const between = (random: RandomStream, least: number, most: number) => least + random.below(most - least + 1);

/** Hand-off number `index` of a seed. Both nodes have the settings that must agree; those that may differ do. */
export function cleanScenario(seed: number, index: number, { mode, pipelines }: DrawnBy): ScenarioInput {
  const random = randomStream(seed, `hand-off/${mode}/${index}`);
  const preset = pick(random, Object.keys(MODEL_PRESETS) as ModelPresetName[]);
  const layers = random.below(3) === 0 ? MOST_LAYERS : LEAST_LAYERS[preset];
  const isOnline = random.below(4) === 0;
  const draftLayers = pick(random, [null, 0, 1, 1, 2]);
  const backend = pick(random, ['mooncake', 'mooncake-old', 'nixl', 'mori'] as const);
  const revision = pick(random, ['2026-08', '2026-09'] as const);
  const shared = {
    mode,
    revision,
    backend,
    // The server takes no others in paged mode.
    pageSize: mode === 'paged' ? 256 : pick(random, [128, 256]),
    // Online sums exist in float32 only; else the narrow type, for less memory.
    stateDtype: isOnline ? 'float32' : pick(random, ['bfloat16', 'bfloat16', 'bfloat16', 'float32'] as const),
    onlineCompress: isOnline,
    onlineC128Mtp: isOnline && draftLayers !== null,
    fp4Indexer: random.below(4) === 0,
    attentionBackend: pick(random, ['flashmla', 'trtllm'] as const),
  } satisfies EngineInput;
  const requests = Array.from({ length: pick(random, [1, 2, 2, 2, 2, 2, 2, 3]) }, () => ({
    length: random.below(2) === 0 ? pick(random, NOTABLE_LENGTHS) : between(random, 1, 600),
  }));
  const pages = requests.reduce((sum, { length }) => sum + ceilDiv(length, shared.pageSize), 0);
  // Where a window starts inside a page, it reaches into one page more.
  const windowPages = requests.reduce((sum, { length }) => sum + ceilDiv(length, shared.pageSize) - Math.floor(Math.max(0, length - 128) / shared.pageSize), 0);
  const node = (side: 'prefill' | 'decode'): EngineInput => {
    const poolPages = pages + between(random, 1, 3);
    return {
      ...shared,
      poolTokens: shared.pageSize * poolPages,
      swaRatio: Math.min(1, (windowPages + between(random, 1, 2)) / poolPages + 0.001),
      slots: requests.length,
      preallocSlots: side === 'decode' ? random.below(2) : 0,
      metadataRows: requests.length + between(random, 2, 4),
      speculation: draftLayers === null ? null : { draftTokens: between(random, 2, 6), draftLayers },
      fragmentation: pick(random, [0, 0.5, 1]),
    };
  };
  const ratios = MODEL_PRESETS[preset].compressRatios.slice(0, layers);
  // As in bench/pairs.ts: what rules pipeline stages on prefill alone out. MORI refuses a stage that has fewer components than decode.
  const lacksComponents = backend === 'mori' && (draftLayers !== null || !everyStageHasAll(ratios));
  const isSingle = lacksComponents || (mode === 'unified' && revision === '2026-09' && shared.fp4Indexer);
  const isPiped = pipelines && !isSingle && random.below(4) === 0;
  const prefill = { ...node('prefill'), ...(isPiped ? { grid: { pp: 2 } } : {}) };
  return {
    model: { preset, hiddenLayers: layers, compressRatios: ratios },
    prefill: { ...prefill, ...(random.below(4) === 0 ? { chunkTokens: pick(random, [128, 256, 300]) } : {}) },
    decode: node('decode'),
    requests,
    strategy: 'merged',
    seed: between(random, 0, 2 ** 31),
  };
}

/** Whether both of two pipeline stages, wherever the odd layer goes, hold every ratio that the model has. */
function everyStageHasAll(ratios: readonly number[]): boolean {
  const half = ratios.length / 2;
  return [Math.floor(half), Math.ceil(half)].every((cut) =>
    [ratios.slice(0, cut), ratios.slice(cut)].every((stage) => ratios.every((ratio) => ratio === 0 || stage.includes(ratio))),
  );
}
