/**
 * @file Seeded pairs of nodes: valid ones, which differ only in what may differ, and mutations, which change one setting of one node. Tests and goals draw from the same.
 */

import { canonicalJson } from '../src/core/canonicalHash.ts';
import { type RandomStream, randomStream } from '../src/core/random.ts';
import type { EngineConfig, Grid, PoolMode, PoolOverrides, Speculation, TransferBackend } from '../src/model/engineConfig.ts';
import { completeEngineConfig } from '../src/model/engineDefaults.ts';
import type { Dsv4ModelSpec } from '../src/model/modelSpec.ts';
import { MODEL_PRESETS } from '../src/model/presets.ts';
import type { PairRequest } from '../src/session/checkPair.ts';

/** A pair of one family of models. */
export interface Dsv4Pair extends PairRequest {
  readonly model: Dsv4ModelSpec;
}

/** Which models to draw from, and how large the nodes may be. */
export interface PairSizes {
  readonly models: readonly Dsv4ModelSpec[];
  /** Tokens of a pool, in pages of 256. */
  readonly pages: readonly [least: number, most: number];
  readonly requests: readonly [least: number, most: number];
  /** Grids larger than one rank. */
  readonly grids: boolean;
}

/** All presets, sizes as servers have them. */
export const SERVER_SIZES: PairSizes = { models: Object.values(MODEL_PRESETS), pages: [16, 4096], requests: [1, 256], grids: true };
/** One layer of each kind. */
const TINY: Dsv4ModelSpec = { ...MODEL_PRESETS['dsv4-mini'], name: 'dsv4-tiny', hiddenLayers: 3, compressRatios: [0, 4, 128], hiddenSize: 256 };
/** Pairs that a CPU carries out in a moment. */
export const RUN_SIZES: PairSizes = { models: [TINY], pages: [20, 28], requests: [5, 7], grids: false };

const pick = <T>(random: RandomStream, values: readonly T[]): T => values[random.below(values.length)] as T;
const between = (random: RandomStream, [least, most]: readonly [number, number]) => least + random.below(most - least + 1);

/** What is not drawn, but given. */
export interface PairKind {
  readonly model: Dsv4ModelSpec;
  readonly mode: PoolMode;
  readonly backend: MovingBackend;
}

/** Backends that a valid pair can have: `fake` moves nothing, and prefill refuses it. */
export const MOVING_BACKENDS = ['mooncake', 'mooncake-old', 'nixl', 'mori'] as const satisfies readonly TransferBackend[];
type MovingBackend = (typeof MOVING_BACKENDS)[number];
const MODES = ['paged', 'unified'] as const satisfies readonly PoolMode[];

/** Every kind of valid pair of some models. */
export function pairKinds({ models }: PairSizes): readonly PairKind[] {
  return models.flatMap((model) => MODES.flatMap((mode) => MOVING_BACKENDS.map((backend) => ({ model, mode, backend }))));
}

/**
 * Pair number `index` of a seed: both nodes have the same settings but for pool tokens, SWA ratio, slots, metadata rows, draft tokens, address base and grid, and for what makes no
 * difference between them.
 * @param kind drawn where it is not given
 */
export function validPair(seed: number, index: number, sizes: PairSizes, kind?: PairKind): Dsv4Pair {
  const random = randomStream(seed, `pair/${index}`);
  const { model, mode, backend } = kind ?? { model: pick(random, sizes.models), mode: pick(random, MODES), backend: pick(random, MOVING_BACKENDS) };
  const revision = pick(random, ['2026-08', '2026-09'] as const);
  const draftLayers = pick(random, [null, 0, 1, 2]);
  const onlineCompress = pick(random, [false, false, true]);
  const shared = {
    mode,
    revision,
    onlineCompress,
    onlineC128Mtp: onlineCompress && draftLayers !== null,
    fp4Indexer: pick(random, [false, true]),
    // Online sums exist in float32 only.
    stateDtype: onlineCompress && mode === 'paged' ? ('float32' as const) : pick(random, ['float32', 'bfloat16'] as const),
    attentionBackend: pick(random, ['flashmla', 'trtllm'] as const),
    backend,
    allCpRanksTransfer: random.below(4) === 0,
  };
  // Two things rule out pipeline stages on prefill alone: Mori wants as many components on each stage as on decode, and the draft is on the last; and decode's KV list of unified fp4
  // pools (2026-09) has a length that slicing takes for a state list's.
  const single = (shared.backend === 'mori' && draftLayers !== null) || (mode === 'unified' && revision === '2026-09' && shared.fp4Indexer);
  const grids = sizes.grids ? fittingGrids(random, model, single) : null;
  const node = (side: 'prefill' | 'decode') =>
    completeEngineConfig(side, model, {
      ...shared,
      speculation: draftLayers === null ? null : speculation(random, draftLayers),
      poolTokens: 256 * between(random, sizes.pages),
      swaRatio: pick(random, [0.5, 0.6, 0.75]),
      maxRequests: between(random, sizes.requests),
      preallocSlots: side === 'decode' ? random.below(4) : 0,
      metadataRows: 2 * sizes.requests[1] + random.below(8),
      addressBase: BigInt(random.below(2 ** 30)) << 32n,
      grid: grids?.[side] ?? { tp: 1, pp: 1, cp: 1 },
    });
  return { model, prefill: node('prefill'), decode: node('decode') };
}

/** Ring rows are addressed one by one, so that the numbers of draft tokens may differ. */
function speculation(random: RandomStream, draftLayers: number): Speculation {
  return { algorithm: 'EAGLE', draftTokens: 2 + random.below(7), draftLayers };
}

/** Grids that work together. Every stage has a C128 layer. */
function fittingGrids(random: RandomStream, model: Dsv4ModelSpec, single: boolean): Readonly<Record<'prefill' | 'decode', Grid>> {
  const [tp, ratio] = [pick(random, [1, 2]), pick(random, [1, 2])];
  const pp = single || model.hiddenLayers < 12 ? 1 : pick(random, [1, 2, 4]);
  const cp = pick(random, [1, 1, 2]);
  const wide = random.below(2) === 0;
  return {
    prefill: { tp: wide ? tp * ratio : tp, pp, cp },
    decode: { tp: wide ? tp : tp * ratio, pp: pick(random, [1, pp]), cp: 1 },
  };
}

/** One setting of one node, changed. */
export interface Mutation {
  readonly name: string;
  /** The node's new settings; equal ones where the change does not apply to it. */
  readonly change: (engine: EngineConfig, model: Dsv4ModelSpec) => Partial<EngineConfig>;
}

const override = (pool: 'target' | 'draft', overrides: PoolOverrides) => (engine: EngineConfig) => ({ [pool]: { ...engine[pool], ...overrides } });
const other = <T>(value: T, a: T, b: T) => (value === a ? b : a);

/** Every setting that shapes memory or what is sent, and some that may differ freely. */
export const MUTATIONS: readonly Mutation[] = [
  { name: 'mode', change: ({ mode }) => ({ mode: other(mode, 'paged', 'unified') }) },
  {
    name: 'revision',
    // Its default for C4 state changes along, as it does for a user.
    change: ({ revision }) => (revision === '2026-08' ? { revision: '2026-09', c4StateIndex: 'slot' } : { revision: '2026-08', c4StateIndex: 'swa-page' }),
  },
  { name: 'page size', change: () => ({ pageSizeTokens: 128, swaPageSizeTokens: 128 }) },
  { name: 'SWA page size', change: () => ({ swaPageSizeTokens: 128 }) },
  { name: 'smaller window', change: () => ({ windowTokens: 64 }) },
  { name: 'larger window', change: () => ({ windowTokens: 256 }) },
  { name: 'KV dtype', change: () => ({ kvDtype: 'bfloat16' }) },
  { name: 'attention backend', change: ({ attentionBackend }) => ({ attentionBackend: other(attentionBackend, 'flashmla', 'trtllm') }) },
  { name: 'fp4 indexer', change: ({ fp4Indexer }) => ({ fp4Indexer: !fp4Indexer }) },
  { name: 'unified fp8', change: () => ({ unifiedFp8: true }) },
  { name: 'speculation', change: (engine) => ({ speculation: engine.speculation === null ? { algorithm: 'EAGLE', draftTokens: 4, draftLayers: 1 } : null }) },
  {
    name: 'draft tokens',
    change: (engine) => ({ speculation: engine.speculation && { ...engine.speculation, draftTokens: engine.speculation.draftTokens + 3 } }),
  },
  {
    name: 'draft layers',
    change: (engine) => ({ speculation: engine.speculation && { ...engine.speculation, draftLayers: (engine.speculation.draftLayers + 1) % 3 } }),
  },
  { name: 'state dtype', change: ({ stateDtype }) => ({ stateDtype: other(stateDtype, 'float32', 'bfloat16') }) },
  { name: 'online compression', change: ({ onlineCompress }) => ({ onlineCompress: !onlineCompress }) },
  { name: 'online compression with MTP', change: ({ onlineC128Mtp }) => ({ onlineC128Mtp: !onlineC128Mtp }) },
  { name: 'C4 state index', change: ({ c4StateIndex }) => ({ c4StateIndex: other(c4StateIndex, 'slot', 'swa-page') }) },
  { name: 'transfer backend', change: ({ backend }) => ({ backend: other(backend, 'nixl', 'mooncake') }) },
  { name: 'pipeline stages', change: ({ grid }) => ({ grid: { ...grid, pp: grid.pp + 1 } }) },
  { name: 'context parallelism', change: ({ grid }) => ({ grid: { ...grid, cp: grid.cp + 1 } }) },
  { name: 'tensor parallelism', change: ({ grid }) => ({ grid: { ...grid, tp: grid.tp + 1 } }) },
  { name: 'tokens of the pool', change: ({ poolTokens }) => ({ poolTokens: poolTokens + 1024 }) },
  { name: 'slots', change: ({ maxRequests }) => ({ maxRequests: maxRequests + 3 }) },
  {
    name: "target's ratios in another order",
    change: (engine, model) => ({ target: { ...engine.target, compressRatios: swapped(model.compressRatios) } }),
  },
  {
    name: "target's ratios, one layer less compressed",
    change: (engine, model) => ({ target: { ...engine.target, compressRatios: plainer(model.compressRatios) } }),
  },
  { name: "target's mode", change: ({ mode, ...engine }) => override('target', { mode: other(mode, 'paged', 'unified') })({ mode, ...engine }) },
  { name: "target's window", change: override('target', { windowTokens: 64 }) },
  { name: "target's SWA page", change: override('target', { swaPageSizeTokens: 128 }) },
  { name: "target's page", change: override('target', { pageSizeTokens: 512 }) },
  { name: "target's SWA tokens", change: override('target', { swaTokens: 2560 }) },
  { name: "target's C4 state rows", change: override('target', { c4StateRows: 16 }) },
  { name: "target's C128 state rows", change: override('target', { c128StateRows: 4096 }) },
  { name: "target's slots", change: override('target', { reqSlots: 2 }) },
  { name: "target's mapping", change: override('target', { mapping: 'own' }) },
  { name: "draft's ratios", change: override('draft', { compressRatios: [0, 128] }) },
  { name: "draft's mode", change: ({ mode, ...engine }) => override('draft', { mode: other(mode, 'paged', 'unified') })({ mode, ...engine }) },
  { name: "draft's window", change: override('draft', { windowTokens: 4096 }) },
  { name: "draft's page", change: override('draft', { pageSizeTokens: 128, swaPageSizeTokens: 128 }) },
  { name: "draft's SWA page", change: override('draft', { swaPageSizeTokens: 128 }) },
  { name: "draft's SWA tokens", change: override('draft', { swaTokens: 256 }) },
  { name: "draft's slots", change: override('draft', { reqSlots: 2 }) },
  { name: "draft's mapping", change: override('draft', { mapping: 'own' }) },
];

/** The first C4 layer and the first C128 layer change places. */
function swapped(ratios: readonly number[]): number[] {
  const [c4, c128] = [ratios.indexOf(4), ratios.indexOf(128)];
  return ratios.map((ratio, layer) => (layer === c4 ? 128 : layer === c128 ? 4 : ratio));
}

function plainer(ratios: readonly number[]): number[] {
  const first = ratios.findIndex((ratio) => ratio !== 0);
  return ratios.map((ratio, layer) => (layer === first ? 0 : ratio));
}

/** A valid pair, one of whose nodes was changed in one setting. */
export interface MutatedPair {
  readonly mutation: string;
  readonly side: 'prefill' | 'decode';
  readonly pair: Dsv4Pair;
}

/** Between numbers of pairs drawn for one mutation: above any number that a goal counts to. */
const NEXT_DRAW = 2 ** 32;

/** Mutation number `index` of a seed: mutations in turn, sides in turn, each of the first pair drawn for it that it changes. */
export function mutatedPair(seed: number, index: number, sizes: PairSizes): MutatedPair {
  const { name, change } = MUTATIONS[index % MUTATIONS.length] as Mutation;
  const side = Math.floor(index / MUTATIONS.length) % 2 === 0 ? 'decode' : 'prefill';
  for (let number = index; ; number += NEXT_DRAW) {
    const pair = validPair(seed, number, sizes);
    const mutated = { ...pair[side], ...change(pair[side], pair.model) };
    if (canonicalJson(mutated) !== canonicalJson(pair[side])) return { mutation: name, side, pair: { ...pair, [side]: mutated } };
  }
}
