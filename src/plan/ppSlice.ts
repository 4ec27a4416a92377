/**
 * @file Pipeline slicing: a stage of P pairs its lists with the part of D's whole-model lists that belongs to the same layers
 * (`get_mla_kv_ptrs_with_pp`, `_mla_slice_ptrs_for_pp`, 2026-08). Works on list positions; addresses play no part.
 */
import { EngineError } from '../core/errors.ts';

/** The layers a P rank holds, as far as slicing looks at them. */
export interface PipelineStage {
  /** Absolute layer range [startLayer, endLayer); `endLayer` null = never set. */
  readonly startLayer: number;
  readonly endLayer: number | null;
  /** Compression ratio of every layer of the whole model (`mla_compression_ratios`); null = not a compressed model. */
  readonly ratios: readonly number[] | null;
}

/**
 * Positions in D's list of `dstCount` entries that P's entries 0, 1, ... pair with, in order. Lists of equal length pair one to one before anything else is
 * looked at. The result can be shorter than `srcCount` where D lacks entries; the engine then fails at the missing one, and so does `pairEntries`.
 * @param stateType the engine's state type, or null for the main KV list
 * @throws EngineError(AssertionError) without an end layer; EngineError(ValueError) when D's list has no known layout
 */
export function ppSlice(stage: PipelineStage, srcCount: number, dstCount: number, stateType: string | null): readonly number[] {
  const { startLayer, endLayer, ratios } = stage;
  if (srcCount === dstCount) return range(0, dstCount, dstCount);
  if (ratios === null) return range(startLayer, startLayer + srcCount, dstCount);
  if (endLayer === null) {
    throw new EngineError('AssertionError', 'KVArgs.prefill_end_layer must be set when using compressed-MLA PD with PP');
  }
  const c4 = countBefore(ratios, 4, ratios.length);
  const c4Start = countBefore(ratios, 4, startLayer);
  const c4End = countBefore(ratios, 4, endLayer);
  const c128 = countBefore(ratios, 128, ratios.length);
  const c128Start = countBefore(ratios, 128, startLayer);
  const c128End = countBefore(ratios, 128, endLayer);

  if (stateType === 'c128_state') return range(c128Start, c128End, dstCount);
  if (stateType === 'swa_ring') return range(startLayer, endLayer, dstCount);
  const kvCount = kvEntryCount(ratios);
  if (stateType !== 'swa' && dstCount === kvCount) {
    return [...range(c4Start, c4End, dstCount), ...range(c4 + c4Start, c4 + c4End, dstCount), ...range(2 * c4 + c128Start, 2 * c4 + c128End, dstCount)];
  }
  // What is left is read as SWA layers, C4 attention states, C4 indexer states. The number of SWA layers follows from D's length: the model's ratio
  // list may hold entries (MTP) that have no SWA buffer, and a unified pool has no SWA buffers at all.
  const swaLayers = dstCount - 2 * c4;
  if (swaLayers < 0 || swaLayers > ratios.length) {
    throw new EngineError(
      'ValueError',
      `Unexpected compressed-MLA dst_kv_ptrs length ${dstCount}; expected either ${kvCount} (kv_data) or swa_L + ${2 * c4} (state_data) ` +
        `given compression_ratios (c4=${c4}, c128=${c128}, total=${ratios.length}).`,
    );
  }
  return [
    ...range(startLayer, endLayer, swaLayers),
    ...range(swaLayers + c4Start, swaLayers + c4End, dstCount),
    ...range(swaLayers + c4 + c4Start, swaLayers + c4 + c4End, dstCount),
  ];
}

/** Entries of the main KV list of a whole model: C4 KV, C4 indexer, C128 KV. */
export function kvEntryCount(ratios: readonly number[]): number {
  return 2 * countBefore(ratios, 4, ratios.length) + countBefore(ratios, 128, ratios.length);
}

/** How many of the first `layers` layers have this ratio. */
function countBefore(ratios: readonly number[], ratio: number, layers: number): number {
  let count = 0;
  for (let layer = 0; layer < Math.min(layers, ratios.length); layer++) if (ratios[layer] === ratio) count += 1;
  return count;
}

/** The positions from..to-1 that exist in a list of `length`: a Python slice. */
function range(from: number, to: number, length: number): number[] {
  const positions: number[] = [];
  for (let position = from; position < Math.min(to, length); position++) positions.push(position);
  return positions;
}
