/** @file The way back: from a resolved scenario, or a node's settings, to what an author would write. Resolving it again gives the same hash. */
import { canonicalJson } from '../core/canonicalHash.ts';
import type { EngineConfig, PoolOverrides } from '../model/engineConfig.ts';
import { completeEngineConfig } from '../model/engineDefaults.ts';
import type { ModelSpec } from '../model/modelSpec.ts';
import { isModelPreset, MODEL_PRESETS } from '../model/presets.ts';
import type { FixedPlacement, ResolvedRequest, ResolvedScenario } from './resolvedScenario.ts';
import type { EngineInput, ModelInput, PlacementInput, PoolInput, RequestInput, ScenarioInput } from './scenarioSchema.ts';

/** The scenario as a file would have it: without what was expected of it and without its fixed variant. */
export function writtenScenario(scenario: ResolvedScenario): ScenarioInput {
  const { name, title, description, model, fragmentation, chunkTokens, requests, strategy, seed, faults, schedule, judgedBy, deployment } = scenario;
  const scattered = (side: 'prefill' | 'decode') => (fragmentation[side] === 0 ? {} : { fragmentation: fragmentation[side] });
  const chunked = chunkTokens === null ? {} : { chunkTokens };
  // Decode takes prefill's value where it has none of its own.
  const { allCpRanksTransfer } = scenario.decode;
  const ofDecode = allCpRanksTransfer === scenario.prefill.allCpRanksTransfer ? {} : { allCpRanksTransfer };
  const { allCpRanksTransfer: _shared, ...decode } = writtenEngine('decode', model, scenario.decode);
  return {
    name,
    title,
    ...(description === null ? {} : { description }),
    model: writtenModel(model),
    prefill: { ...writtenEngine('prefill', model, scenario.prefill), ...scattered('prefill'), ...chunked },
    decode: { ...decode, ...ofDecode, ...scattered('decode') },
    requests: requests.map(writtenRequest),
    ...(strategy === 'auto' ? {} : { strategy }),
    ...(seed === 1 ? {} : { seed }),
    // Both came through the schema; what the code takes is wider than what it lets through.
    ...(faults.length === 0 ? {} : { faults: faults.map(inOrder) as ScenarioInput['faults'] }),
    ...(schedule === null ? {} : { schedule: schedule as ScenarioInput['schedule'] }),
    ...(judgedBy === 'memory' ? {} : { judgedBy }),
    ...(deployment === undefined ? {} : { deployment: { ...deployment, firstRoom: String(deployment.firstRoom) } }),
  };
}

/** A fault with its kind first and its settings by name: however it was written, it is written alike. */
function inOrder({ kind, ...settings }: ResolvedScenario['faults'][number]): Readonly<Record<string, unknown>> {
  return { kind, ...Object.fromEntries(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** A preset by its name, else every value. */
export function writtenModel(model: ModelSpec): ModelInput {
  const isPreset = isModelPreset(model.name) && canonicalJson(model) === canonicalJson(MODEL_PRESETS[model.name]);
  return isPreset ? model.name : modelInFull(model);
}

/** Every value of a model. */
export function modelInFull(model: ModelSpec): Exclude<ModelInput, string> {
  if (model.kind === 'plain') {
    const { name, layers, rows, itemBytes } = model;
    return { plain: { layers, rows, itemBytes }, ...(name === 'plain' ? {} : { name }) };
  }
  const { name, hiddenLayers, compressRatios, nextnLayers, qkNopeHeadDim, qkRopeHeadDim, indexHeadDim, windowTokens, hiddenSize } = model;
  return { name, hiddenLayers, compressRatios: [...compressRatios], nextnLayers, qkNopeHeadDim, qkRopeHeadDim, indexHeadDim, window: windowTokens, hiddenSize };
}

/** Settings that have the same name and form in a scenario. */
const SAME = [
  'mode',
  'layout',
  'preallocSlots',
  'poolTokens',
  'swaRatio',
  'kvDtype',
  'stateDtype',
  'onlineCompress',
  'onlineC128Mtp',
  'fp4Indexer',
  'attentionBackend',
  'unifiedFp8',
  'c4StateIndex',
  'metadataRows',
  'backend',
  'allCpRanksTransfer',
] as const satisfies readonly (keyof EngineInput & keyof EngineConfig)[];

/** A node's settings, those left out that the server's defaults give it anyway. */
export function writtenEngine(side: 'prefill' | 'decode', model: ModelSpec, engine: EngineConfig): EngineInput {
  const plain = completeEngineConfig(side, model);
  const { revision, pageSizeTokens, maxRequests } = engine;
  // Other defaults follow from these three.
  const base = completeEngineConfig(side, model, { revision, pageSizeTokens, maxRequests });
  const unless = <T>(isDefault: boolean, written: T): T | Record<string, never> => (isDefault ? {} : written);
  const same = Object.fromEntries(SAME.flatMap((key) => (engine[key] === base[key] ? [] : [[key, engine[key]]]))) as Pick<EngineInput, (typeof SAME)[number]>;
  return {
    ...unless(revision === plain.revision, { revision }),
    ...unless(pageSizeTokens === plain.pageSizeTokens, { pageSize: pageSizeTokens }),
    ...unless(engine.swaPageSizeTokens === base.swaPageSizeTokens, { swaPageSize: engine.swaPageSizeTokens }),
    ...unless(engine.windowTokens === base.windowTokens, { window: engine.windowTokens }),
    ...unless(maxRequests === plain.maxRequests, { slots: maxRequests }),
    ...same,
    ...(engine.speculation === null ? {} : { speculation: { draftTokens: engine.speculation.draftTokens, draftLayers: engine.speculation.draftLayers } }),
    ...unless(canonicalJson(engine.grid) === canonicalJson(base.grid), { grid: engine.grid }),
    ...unless(engine.addressBase === base.addressBase, { addressBase: `0x${engine.addressBase.toString(16)}` }),
    ...writtenPool('target', engine.target),
    ...writtenPool('draft', engine.draft),
  };
}

function writtenPool(pool: 'target' | 'draft', overrides: PoolOverrides): Partial<Record<'target' | 'draft', PoolInput>> {
  const { pageSizeTokens, swaPageSizeTokens, windowTokens, compressRatios, ...same } = overrides;
  const written: PoolInput = {
    ...same,
    pageSize: pageSizeTokens,
    swaPageSize: swaPageSizeTokens,
    window: windowTokens,
    compressRatios: compressRatios && [...compressRatios],
  };
  const given = Object.entries(written).filter(([, value]) => value !== undefined);
  return given.length === 0 ? {} : { [pool]: Object.fromEntries(given) };
}

function writtenRequest({ tokens, prefillEndTokens, decodePrefixTokens, prefill, decode }: ResolvedRequest): RequestInput {
  return {
    length: tokens,
    ...(prefillEndTokens === tokens ? {} : { prefillEnd: prefillEndTokens }),
    ...(decodePrefixTokens === 0 ? {} : { decodePrefixLen: decodePrefixTokens }),
    ...writtenPlacement('prefill', prefill),
    ...writtenPlacement('decode', decode),
  };
}

function writtenPlacement(side: 'prefill' | 'decode', { slot, fullPages, swaPages }: FixedPlacement): Partial<Record<'prefill' | 'decode', PlacementInput>> {
  if (slot === null && fullPages === null && swaPages === null) return {};
  return {
    [side]: {
      ...(slot === null ? {} : { slot }),
      ...(fullPages === null ? {} : { fullPages: [...fullPages] }),
      ...(swaPages === null ? {} : { swaPages: [...swaPages] }),
    },
  };
}
