/** @file `--json-model-override-args`: fields of the model's config that the server replaces after it has read it. */
import { SimError } from '../core/errors.ts';
import { DSV4_ARCHITECTURE, modelFromConfigJson } from '../model/configJson.ts';
import type { Dsv4ModelSpec } from '../model/modelSpec.ts';
import { nearestName } from '../scenario/nearestName.ts';

/** Fields by name, as written. */
export type ConfigFields = Readonly<Record<string, unknown>>;

/** A model with overrides put over it, and what of them was not understood. */
export interface OverriddenModel {
  readonly model: Dsv4ModelSpec;
  /** The overrides that shape memory. */
  readonly applied: ConfigFields;
  /** Sentences without full stops, each with its mend. */
  readonly problems: readonly { readonly what: string; readonly nearest: string | null; readonly mend: string | null }[];
}

/** What of a config shapes these pools. */
const FIELDS: ReadonlySet<string> = new Set([
  'num_hidden_layers',
  'compress_ratios',
  'num_nextn_predict_layers',
  'qk_nope_head_dim',
  'qk_rope_head_dim',
  'head_dim',
  'index_head_dim',
  'sliding_window',
  'hidden_size',
]);
const MOST_PRINTED = 60;

/** Reads the flag's value; null where it is no JSON object. */
export function parseOverrides(text: string): ConfigFields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ConfigFields) : null;
  } catch {
    return null;
  }
}

/** Puts overrides over a model. Fields that shape none of these pools are told, since some other part may follow from them. */
export function overrideModel(model: Dsv4ModelSpec, overrides: ConfigFields): OverriddenModel {
  const others = Object.keys(overrides).filter((name) => !FIELDS.has(name));
  const applied = Object.fromEntries(Object.entries(overrides).filter(([name]) => FIELDS.has(name)));
  const problems: { what: string; nearest: string | null; mend: string | null }[] = others.map((name) => ({
    what: `the override of ${cut(JSON.stringify(name))} is taken for nothing: it is none of the config fields that shape these pools`,
    nearest: nearestName(name, [...FIELDS]),
    mend: null,
  }));
  if (Object.keys(applied).length === 0) return { model, applied, problems };
  try {
    return { model: modelFromConfigJson(configOf(model, applied), model.name), applied, problems };
  } catch (error) {
    if (!(error instanceof SimError)) throw error;
    const { what, mend } = error.facts;
    return { model, applied: {}, problems: [...problems, { what: `the overrides are not applied: ${what}`, nearest: null, mend: mend ?? null }] };
  }
}

/** The config that the server ends up with. A smaller number of layers leaves the list of ratios long, and its first entries are those that count. */
function configOf(model: Dsv4ModelSpec, overrides: ConfigFields): ConfigFields {
  const { hiddenLayers, nextnLayers, compressRatios, qkNopeHeadDim, qkRopeHeadDim, indexHeadDim, windowTokens, hiddenSize } = model;
  const layers = overrides.num_hidden_layers;
  const isCut = typeof layers === 'number' && layers < hiddenLayers;
  return {
    architectures: [DSV4_ARCHITECTURE],
    num_hidden_layers: hiddenLayers,
    num_nextn_predict_layers: nextnLayers,
    compress_ratios: isCut ? compressRatios.slice(0, layers) : compressRatios,
    // `head_dim` counts where nobody gives the part without position.
    ...('head_dim' in overrides ? {} : { qk_nope_head_dim: qkNopeHeadDim }),
    qk_rope_head_dim: qkRopeHeadDim,
    index_head_dim: indexHeadDim,
    sliding_window: windowTokens,
    hidden_size: hiddenSize,
    ...overrides,
  };
}

function cut(text: string): string {
  return text.length > MOST_PRINTED ? `${text.slice(0, MOST_PRINTED - 3)}...` : text;
}
