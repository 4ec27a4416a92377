/**
 * @file A Hugging Face `config.json` of the DeepSeek-V4 family, already parsed, to what shapes memory. Reads no file.
 */
import { SimError } from '../core/errors.ts';
import type { Dsv4ModelSpec } from './modelSpec.ts';

/** The architecture that the pools belong to, as `architectures` names it. */
export const DSV4_ARCHITECTURE = 'DeepseekV4ForCausalLM';

type ConfigObject = Readonly<Record<string, unknown>>;

/**
 * Reads the fields that shape memory; all others are ignored. `qk_nope_head_dim` may be left to `head_dim - qk_rope_head_dim`, as the published configs do.
 * @param config the parsed file
 * @param name what to call the model in output
 * @throws SimError(bad-input) naming the field, what it holds, what is allowed, and the mend
 */
export function modelFromConfigJson(config: unknown, name: string): Dsv4ModelSpec {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw new SimError('bad-input', {
      what: 'a config.json holds one JSON object',
      values: { found: printValue(config) },
      mend: 'Give the config.json of the model itself.',
    });
  }
  const fields = config as ConfigObject;
  refuseOtherArchitectures(fields);
  const hiddenLayers = integerField(fields, 'num_hidden_layers', 1);
  const nextnLayers = fields.num_nextn_predict_layers === undefined ? 0 : integerField(fields, 'num_nextn_predict_layers', 0);
  const qkRopeHeadDim = integerField(fields, 'qk_rope_head_dim', 0);
  return {
    kind: 'dsv4',
    name,
    hiddenLayers,
    compressRatios: ratioField(fields, hiddenLayers, nextnLayers),
    nextnLayers,
    qkNopeHeadDim: fields.qk_nope_head_dim === undefined ? nopeFromHeadDim(fields, qkRopeHeadDim) : integerField(fields, 'qk_nope_head_dim', 0),
    qkRopeHeadDim,
    indexHeadDim: integerField(fields, 'index_head_dim', 1),
    windowTokens: integerField(fields, 'sliding_window', 1),
    hiddenSize: integerField(fields, 'hidden_size', 1),
  };
}

/**
 * The rule for ratio lists everywhere: an entry a main layer, then none or one a NextN layer.
 * @returns what is wrong with a list of this length, or null
 */
export function ratioCountProblem(count: number, hiddenLayers: number, nextnLayers: number): string | null {
  if (count === hiddenLayers || count === hiddenLayers + nextnLayers) return null;
  const withNextn = nextnLayers > 0 ? `, or ${hiddenLayers + nextnLayers} with NextN layers` : '';
  return `${count} compression ratios for ${hiddenLayers} layers: give ${hiddenLayers}, one a layer${withNextn}`;
}

/** Other families have other pools, so their configs must not pass for this one by having similar fields. */
function refuseOtherArchitectures(fields: ConfigObject): void {
  const architectures = fields.architectures ?? (fields.model_type === 'deepseek_v4' ? [DSV4_ARCHITECTURE] : fields.model_type);
  if (Array.isArray(architectures) && architectures.includes(DSV4_ARCHITECTURE)) return;
  throw new SimError('bad-input', {
    what: `only models of architecture ${DSV4_ARCHITECTURE} have these pools`,
    values: { found: printValue(architectures) },
    where: { path: 'architectures' },
    mend: 'Use a config.json of the DeepSeek-V4 family, or describe the pool as {plain: {layers, rows, itemBytes}}.',
  });
}

/** A required integer of at least `least`. */
function integerField(fields: ConfigObject, field: string, least: number): number {
  const value = fields[field];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  throw new SimError('bad-input', {
    what: value === undefined ? `${field} is missing` : `${field} must be an integer of at least ${least}`,
    values: { found: printValue(value) },
    where: { path: field },
    mend: `Set ${field} as the model's published config.json has it.`,
  });
}

/** `compress_ratios`; whether the ratios are ones the engine knows is for its own construction checks. */
function ratioField(fields: ConfigObject, hiddenLayers: number, nextnLayers: number): number[] {
  const ratios = fields.compress_ratios;
  if (!Array.isArray(ratios) || !ratios.every((ratio) => Number.isSafeInteger(ratio) && ratio >= 0)) {
    throw new SimError('bad-input', {
      what: ratios === undefined ? 'compress_ratios is missing' : 'compress_ratios must be a list of integers of at least 0',
      values: { found: printValue(ratios) },
      where: { path: 'compress_ratios' },
      mend: 'List the compression ratio of each layer: 0 (window only), 4 or 128.',
    });
  }
  const problem = ratioCountProblem(ratios.length, hiddenLayers, nextnLayers);
  if (problem !== null) {
    throw new SimError('bad-input', {
      what: problem,
      values: { compress_ratios: ratios.length, num_hidden_layers: hiddenLayers, num_nextn_predict_layers: nextnLayers },
      where: { path: 'compress_ratios' },
      mend: 'Make compress_ratios and num_hidden_layers agree.',
    });
  }
  return ratios;
}

function nopeFromHeadDim(fields: ConfigObject, ropeDim: number): number {
  const headDim = integerField(fields, 'head_dim', 1);
  if (headDim >= ropeDim) return headDim - ropeDim;
  throw new SimError('bad-input', {
    what: 'head_dim must hold the rope part',
    values: { head_dim: headDim, qk_rope_head_dim: ropeDim },
    where: { path: 'head_dim' },
    mend: 'Set head_dim to qk_nope_head_dim + qk_rope_head_dim.',
  });
}

/** A short print of any parsed value, for error messages. */
function printValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
