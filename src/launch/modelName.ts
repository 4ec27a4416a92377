/**
 * @file The models that a `--model-path` names plainly enough to be known by it.
 */
import type { Dsv4ModelSpec } from '../model/modelSpec.ts';
import { isModelPreset, MODEL_PRESETS } from '../model/presets.ts';

/** `DeepSeek-V4-Flash` and `DeepSeek-V4-Pro` with any suffix, alone or behind the `models--owner--` of a hub cache. */
const NAME = /^(?:models--[a-z0-9._-]{1,64}--)?deepseek-?v4-(flash|pro)(-[a-z0-9.-]{1,64})?$/;
/** Suffixes that say the drafts or the layers are others. */
const OTHER_SHAPE = /dspark|dflash|pruned|mini|lite|tiny|random|draft/;

/**
 * The model that a path or repository name stands for: a preset's own name, or a path of which a part is the name of a published DeepSeek-V4 model.
 * Weight formats (`-FP8`, `-NVFP4`, dates) leave the shape alone.
 * @returns null where the name does not say
 */
export function modelFromName(path: string): Dsv4ModelSpec | null {
  if (isModelPreset(path)) return MODEL_PRESETS[path];
  for (const part of path.split('/', 64).reverse()) {
    const match = NAME.exec(part.toLowerCase().replaceAll('_', '-'));
    if (match !== null && !OTHER_SHAPE.test(match[2] ?? '')) return MODEL_PRESETS[match[1] === 'pro' ? 'dsv4-pro' : 'dsv4-flash'];
  }
  return null;
}
