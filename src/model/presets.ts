/**
 * @file The models that go by name. Ratio lists and dims are those of the published configs; the trailing 0 is the NextN (MTP) layer's entry.
 */
import type { Dsv4ModelSpec } from './modelSpec.ts';

/** `count` pairs of (4, 128) layers, as both published models alternate them. */
function alternating(count: number): number[] {
  return Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? 4 : 128));
}

const FLASH: Dsv4ModelSpec = {
  kind: 'dsv4',
  name: 'dsv4-flash',
  hiddenLayers: 43,
  compressRatios: [0, 0, ...alternating(20), 4, 0],
  nextnLayers: 1,
  qkNopeHeadDim: 448,
  qkRopeHeadDim: 64,
  indexHeadDim: 128,
  windowTokens: 128,
  hiddenSize: 4096,
};

/** DeepSeek-V4-Flash, DeepSeek-V4-Pro, and a six-layer model with every kind of layer for quick runs. */
export const MODEL_PRESETS = {
  'dsv4-flash': FLASH,
  'dsv4-pro': { ...FLASH, name: 'dsv4-pro', hiddenLayers: 61, compressRatios: [128, 128, ...alternating(29), 4, 0], hiddenSize: 7168 },
  'dsv4-mini': { ...FLASH, name: 'dsv4-mini', hiddenLayers: 6, compressRatios: [0, 0, ...alternating(2)] },
} as const satisfies Readonly<Record<string, Dsv4ModelSpec>>;

/** Name of a built-in model. */
export type ModelPresetName = keyof typeof MODEL_PRESETS;

/** Whether a model of this name is built in. */
export function isModelPreset(name: string): name is ModelPresetName {
  return Object.hasOwn(MODEL_PRESETS, name);
}
