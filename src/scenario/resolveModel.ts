/** @file The `model` of a scenario to a ModelSpec. */
import { SimError, type Where } from '../core/errors.ts';
import { modelFromConfigJson, ratioCountProblem } from '../model/configJson.ts';
import type { Dsv4ModelSpec, ModelSpec } from '../model/modelSpec.ts';
import { isModelPreset, MODEL_PRESETS } from '../model/presets.ts';
import { nearestName } from './nearestName.ts';
import { type Locate, type Problem, ScenarioError, type ScenarioPath } from './problems.ts';
import type { ModelInput } from './scenarioSchema.ts';

/** A config.json that the scenario names by path, read and parsed beforehand: this code reads no file. */
export interface LoadedConfig {
  readonly file: string;
  readonly value: unknown;
  readonly locate: Locate;
}

/** The path of the config.json that a validated or raw scenario's model names, or null; whoever reads files has to read that one too. */
export function modelConfigPath(scenario: unknown): string | null {
  const model = typeof scenario === 'object' && scenario !== null && 'model' in scenario ? scenario.model : undefined;
  if (typeof model === 'string') return isModelPreset(model) || !looksLikePath(model) ? null : model;
  const config = typeof model === 'object' && model !== null && 'config' in model ? model.config : undefined;
  return typeof config === 'string' ? config : null;
}

/** A model's name is a path when it could be no preset's name: it has a slash or ends in `.json`. */
function looksLikePath(name: string): boolean {
  return name.includes('/') || name.includes('\\') || name.endsWith('.json');
}

/**
 * The model, or null after noting in `problems` why there is none.
 * @throws ScenarioError where the config.json itself is wrong, at its own place
 */
export function resolveModel(input: ModelInput, config: LoadedConfig | null, problems: Problem[]): ModelSpec | null {
  if (typeof input === 'string') return config === null ? presetModel(input, ['model'], problems) : configModel(config);
  const { plain, preset, config: given, name, window, ...dims } = input;
  const bases = Object.entries({ plain, preset, config: given }).filter(([, base]) => base !== undefined);
  if (bases.length > 1) {
    problems.push({
      path: ['model', bases[1]?.[0] ?? ''],
      atKey: true,
      what: `a model starts from one of plain, preset and config, not from ${bases.map(([key]) => key).join(' and ')}`,
    });
    return null;
  }
  if (plain !== undefined) return plainModel({ ...plain, name: name ?? 'plain' }, Object.keys({ window, ...dims }), problems, input);
  let base: Dsv4ModelSpec | null;
  if (preset !== undefined) base = presetModel(preset, ['model', 'preset'], problems);
  else if (typeof given === 'string') base = config === null ? null : configModel(config);
  else if (given !== undefined) base = inlineConfigModel(given, name ?? 'inline config');
  else base = { ...MODEL_PRESETS['dsv4-flash'], name: 'inline model' };
  if (base === null) return null;
  if (bases.length === 0 && (dims.hiddenLayers === undefined || dims.compressRatios === undefined)) {
    problems.push({ path: ['model'], what: 'a model without preset or config needs hiddenLayers and compressRatios' });
    return null;
  }
  return withOverrides(base, { name, windowTokens: window, ...dims }, problems);
}

function presetModel(name: string, path: ScenarioPath, problems: Problem[]): Dsv4ModelSpec | null {
  if (isModelPreset(name)) return MODEL_PRESETS[name];
  const nearest = nearestName(name, Object.keys(MODEL_PRESETS));
  problems.push({
    path,
    what: `there is no model ${JSON.stringify(name)}`,
    mend: nearest === null ? `Use ${Object.keys(MODEL_PRESETS).join(', ')}, or the path of a config.json.` : `Did you mean ${nearest}?`,
  });
  return null;
}

/** Places a config.json's own errors in that file. */
function configModel(config: LoadedConfig): Dsv4ModelSpec {
  const base = config.file.split(/[\\/]/);
  const name = base.at(-1) === 'config.json' && base.length > 1 ? `${base.at(-2)}/config.json` : (base.at(-1) ?? config.file);
  return placed(
    () => modelFromConfigJson(config.value, name),
    (field) => config.locate(field === undefined ? [] : [field], false),
  );
}

function inlineConfigModel(config: unknown, name: string): Dsv4ModelSpec {
  return placed(
    () => modelFromConfigJson(config, name),
    (field) => ({ path: field === undefined ? 'model.config' : `model.config.${field}` }),
  );
}

function placed(read: () => Dsv4ModelSpec, where: (field: string | undefined) => Where): Dsv4ModelSpec {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SimError)) throw error;
    throw new ScenarioError([{ ...error.facts, where: { ...error.facts.where, ...where(error.facts.where?.path) } }], 1);
  }
}

function plainModel(
  plain: { name: string; layers: number; rows: number; itemBytes: number },
  dims: readonly string[],
  problems: Problem[],
  input: Exclude<ModelInput, string>,
): ModelSpec | null {
  const foreign = dims.filter((key) => input[key as keyof typeof input] !== undefined);
  for (const key of foreign) problems.push({ path: ['model', key], atKey: true, what: `a plain pool has no ${key}`, mend: 'Leave it out.' });
  const bytes = plain.layers * plain.rows * plain.itemBytes;
  if (bytes > Number.MAX_SAFE_INTEGER) {
    problems.push({
      path: ['model', 'plain'],
      what: 'the pool is larger than 2^53 bytes',
      values: plainValues(plain),
      mend: 'Lower layers, rows or itemBytes.',
    });
  }
  return foreign.length > 0 ? null : { kind: 'plain', ...plain };
}

function plainValues({ layers, rows, itemBytes }: { layers: number; rows: number; itemBytes: number }) {
  return { layers, rows, itemBytes };
}

function withOverrides(
  base: Dsv4ModelSpec,
  given: { readonly [K in keyof Dsv4ModelSpec]?: Dsv4ModelSpec[K] | undefined },
  problems: Problem[],
): Dsv4ModelSpec | null {
  const replaced = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const model: Dsv4ModelSpec = { ...base, ...replaced };
  const ratios = ratioCountProblem(model.compressRatios.length, model.hiddenLayers, model.nextnLayers);
  if (ratios === null) return model;
  problems.push({
    path: given.compressRatios === undefined ? ['model', 'hiddenLayers'] : ['model', 'compressRatios'],
    what: ratios,
    mend: 'Make compressRatios and hiddenLayers agree.',
  });
  return null;
}
