/** @file What can be taken away from a scenario, in the order in which it is tried: whole requests and faults first, then layers, then numbers. */
import { isModelPreset, MODEL_PRESETS } from '../model/presets.ts';
import type { EngineInput, RequestInput, ScenarioInput } from './scenarioSchema.ts';
import { modelInFull } from './writtenScenario.ts';

/** Something to leave out. */
export interface Removal {
  readonly kind: 'removal';
  readonly what: string;
  readonly without: () => ScenarioInput;
}

/** A number that may come down to `least`, in multiples of `step`. `what` names it alone. */
export interface NumberReduction {
  readonly kind: 'number';
  readonly what: string;
  readonly value: number;
  readonly least: number;
  readonly step: number;
  readonly with: (value: number) => ScenarioInput;
}

/** One thing that can be made less of. */
export type Reduction = Removal | NumberReduction;

const SIDES = ['prefill', 'decode'] as const;
/** Settings whose defaults are the plainer thing. Sizes are not among them: their defaults are large. */
const PLAIN_BY_DEFAULT = [
  'fragmentation',
  'chunkTokens',
  'addressBase',
  'backend',
  'allCpRanksTransfer',
  'fp4Indexer',
  'layout',
  'grid',
  'target',
  'draft',
  'speculation',
] as const;

/** All reductions of a scenario that `writtenScenario` made. */
export function reductionsOf(scenario: ScenarioInput): readonly Reduction[] {
  return [
    ...requestsOf(scenario),
    ...(scenario.faults ?? []).map(
      (fault, index): Reduction => removal(`fault ${fault.kind}`, () => ({ ...scenario, faults: (scenario.faults ?? []).filter((_, i) => i !== index) })),
    ),
    ...(scenario.schedule ?? []).map(
      (step, index): Reduction => removal(`step ${step.step}`, () => ({ ...scenario, schedule: (scenario.schedule ?? []).filter((_, i) => i !== index) })),
    ),
    ...layersOf(scenario),
    ...settingsOf(scenario),
    ...sizesOf(scenario),
    ...lengthsOf(scenario),
  ];
}

function removal(what: string, without: () => ScenarioInput): Reduction {
  return { kind: 'removal', what, without };
}

function listOf({ requests }: ScenarioInput): readonly RequestInput[] {
  return Array.isArray(requests) ? requests : [];
}

/** The last request first: removing it renumbers no other. */
function requestsOf(scenario: ScenarioInput): Reduction[] {
  const requests = listOf(scenario);
  return requests.map((_, i) => requests.length - 1 - i).map((index) => removal(`request ${index}`, () => withoutRequest(scenario, index)));
}

/** Faults and steps go on naming the requests that they named; those of the removed one go with it. */
function withoutRequest(scenario: ScenarioInput, index: number): ScenarioInput {
  const renumbered = <T extends object>(items: readonly T[]): T[] =>
    items.flatMap((item) => {
      const entries = Object.entries(item);
      const names = (key: string, value: unknown): value is number => REQUEST_KEYS.has(key) && typeof value === 'number';
      if (entries.some(([key, value]) => names(key, value) && value === index)) return [];
      // The same keys with values of the same types.
      return [Object.fromEntries(entries.map(([key, value]) => [key, names(key, value) && value > index ? value - 1 : value])) as T];
    });
  const { faults, schedule } = scenario;
  return {
    ...scenario,
    requests: listOf(scenario).filter((_, i) => i !== index),
    ...(faults === undefined ? {} : { faults: renumbered(faults) }),
    ...(schedule === undefined || schedule === null ? {} : { schedule: renumbered(schedule) }),
  };
}

const REQUEST_KEYS: ReadonlySet<string> = new Set(['request', 'other', 'next']);

/** Main layers one by one, the last first; on nodes with ratios of their own the same layer of theirs. */
function layersOf(scenario: ScenarioInput): Reduction[] {
  const { model } = scenario;
  if (typeof model === 'string') return presetLayers(scenario, model);
  const { hiddenLayers, compressRatios, plain } = model;
  if (plain !== undefined) return [number('layers', plain.layers, 1, 1, (layers) => ({ ...scenario, model: { ...model, plain: { ...plain, layers } } }))];
  if (hiddenLayers === undefined || compressRatios === undefined || hiddenLayers <= 1) return [];
  return Array.from({ length: hiddenLayers }, (_, i) => hiddenLayers - 1 - i).map((layer) =>
    removal(`layer ${layer}`, () => ({
      ...scenario,
      ...Object.fromEntries(SIDES.map((side) => [side, withoutLayer(scenario[side] ?? {}, layer)])),
      model: { ...model, hiddenLayers: hiddenLayers - 1, compressRatios: compressRatios.filter((_, i) => i !== layer) },
    })),
  );
}

/** Layers are taken out of a model that is written out, value by value. */
function presetLayers(scenario: ScenarioInput, preset: string): Reduction[] {
  return isModelPreset(preset) ? layersOf({ ...scenario, model: { ...modelInFull(MODEL_PRESETS[preset]), name: `part of ${preset}` } }) : [];
}

function withoutLayer(engine: EngineInput, layer: number): EngineInput {
  const ratios = engine.target?.compressRatios;
  return ratios === undefined ? engine : { ...engine, target: { ...engine.target, compressRatios: ratios.filter((_, i) => i !== layer) } };
}

/** Settings that a node could do without. */
function settingsOf(scenario: ScenarioInput): Reduction[] {
  const both = PLAIN_BY_DEFAULT.flatMap((key) =>
    SIDES.every((side) => scenario[side] !== undefined && key in (scenario[side] ?? {}))
      ? [removal(`${key} of both nodes`, () => ({ ...scenario, prefill: without(scenario.prefill ?? {}, key), decode: without(scenario.decode ?? {}, key) }))]
      : [],
  );
  const single = SIDES.flatMap((side) =>
    PLAIN_BY_DEFAULT.flatMap((key) =>
      key in (scenario[side] ?? {}) ? [removal(`${side}.${key}`, () => ({ ...scenario, [side]: without(scenario[side] ?? {}, key) }))] : [],
    ),
  );
  return [...both, ...single];
}

function without<T extends object>(from: T, key: string): T {
  // All these keys are optional.
  return Object.fromEntries(Object.entries(from).filter(([name]) => name !== key)) as T;
}

const DEFAULT_POOL_TOKENS = 65_536;
const DEFAULT_SLOTS = 256;

/** Pools by pages, slots, metadata rows; on both nodes at once, then on each. */
function sizesOf(scenario: ScenarioInput): Reduction[] {
  const isPlain = typeof scenario.model === 'object' && scenario.model.plain !== undefined;
  const pageOf = (side: (typeof SIDES)[number]) => scenario[side]?.pageSize ?? (isPlain ? 1 : 256);
  const set = (sides: readonly (typeof SIDES)[number][], key: 'poolTokens' | 'slots' | 'preallocSlots' | 'metadataRows', value: number): ScenarioInput => ({
    ...scenario,
    ...Object.fromEntries(sides.map((side) => [side, { ...scenario[side], [key]: value }])),
  });
  const own = SIDES.flatMap((side) => {
    const engine = scenario[side] ?? {};
    const { slots = DEFAULT_SLOTS } = engine;
    const page = pageOf(side);
    const tokens = engine.poolTokens ?? (isPlain ? page : DEFAULT_POOL_TOKENS);
    return [
      number(`${side}.slots`, slots, 1, 1, (value) => set([side], 'slots', value)),
      ...(engine.preallocSlots === undefined
        ? []
        : [number(`${side}.preallocSlots`, engine.preallocSlots, 0, 1, (value) => set([side], 'preallocSlots', value))]),
      ...(engine.metadataRows === undefined ? [] : [number(`${side}.metadataRows`, engine.metadataRows, 1, 1, (value) => set([side], 'metadataRows', value))]),
      number(`${side}.poolTokens`, tokens, page, page, (value) => set([side], 'poolTokens', value)),
    ];
  });
  const [prefill, decode] = [scenario.prefill ?? {}, scenario.decode ?? {}];
  const isShared = prefill.poolTokens === decode.poolTokens && pageOf('prefill') === pageOf('decode') && !isPlain;
  const page = pageOf('prefill');
  const shared = isShared
    ? [number('pool tokens of both nodes', prefill.poolTokens ?? DEFAULT_POOL_TOKENS, page, page, (value) => set(SIDES, 'poolTokens', value))]
    : [];
  return [...shared, ...own];
}

function number(what: string, value: number, least: number, step: number, with_: (value: number) => ScenarioInput): Reduction {
  return { kind: 'number', what, value, least, step, with: with_ };
}

/** What places and cuts requests, then their lengths. */
function lengthsOf(scenario: ScenarioInput): Reduction[] {
  const requests = listOf(scenario);
  const put = (index: number, request: RequestInput): ScenarioInput => ({ ...scenario, requests: requests.map((held, i) => (i === index ? request : held)) });
  return requests.flatMap((request, index) => [
    ...(['prefill', 'decode', 'prefillEnd', 'decodePrefixLen'] as const).flatMap((key) =>
      key in request ? [removal(`requests[${index}].${key}`, () => put(index, without(request, key)))] : [],
    ),
    number(`requests[${index}].length`, request.length, 1, 1, (length) => put(index, { ...request, length })),
  ]);
}
