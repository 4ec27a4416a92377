/**
 * @file Slices of recurrent (Mamba, GDN) state between nodes of unlike tensor parallelism (`compute_mamba_state_slice_blocks`,
 * `compute_mamba_state_slice_byte_blocks`, 2026-08). Not used by DeepSeek-V4, whose state every TP rank holds whole.
 */

/** One state tensor's sliced dimension on both sides. Ranks count within their attention-TP group. */
export interface MambaSlice {
  readonly srcDim: number;
  readonly dstDim: number;
  readonly srcTp: number;
  readonly dstTp: number;
  readonly srcRank: number;
  readonly dstRank: number;
  /** Whole-model sizes of the sub-blocks (query, key, value) that are sharded each for itself; null = one block. */
  readonly groups: readonly number[] | null;
}

/** [start on P, start on D, length]. */
export type SliceBlock = readonly [src: number, dst: number, length: number];

/**
 * The blocks one P rank writes to one D rank, in units of the sliced dimension. With more P ranks than D ranks each P rank fills its part of D's slot;
 * otherwise it sends the part that D's rank holds. Sub-blocks are used only if they add up to the whole dimension; otherwise there is one block.
 */
export function mambaSliceBlocks(slice: MambaSlice): readonly SliceBlock[] {
  const { srcDim, dstDim, srcTp, dstTp } = slice;
  const whole = srcDim * srcTp;
  const groups = slice.groups !== null && sum(slice.groups) === whole ? slice.groups : null;
  const gathers = srcTp > dstTp;
  const writer = gathers ? slice.srcRank % Math.floor(srcTp / dstTp) : 0;
  if (groups === null) {
    return gathers ? [[0, writer * srcDim, srcDim]] : [[(slice.dstRank * dstDim) % srcDim, 0, dstDim]];
  }
  let srcStart = 0;
  let dstStart = 0;
  return groups.map((size) => {
    const srcPart = Math.floor(size / srcTp);
    const dstPart = Math.floor(size / dstTp);
    const block: SliceBlock = gathers
      ? [srcStart, dstStart + writer * srcPart, srcPart]
      : [srcStart + ((slice.dstRank * dstPart) % srcPart), dstStart, dstPart];
    srcStart += srcPart;
    dstStart += dstPart;
    return block;
  });
}

/**
 * The same in bytes, once for each of the `outer` rows that an item holds before its sliced dimension.
 * @param srcItemBytes item length on P; `dstItemBytes` on D
 */
export function mambaSliceByteBlocks(slice: MambaSlice, srcItemBytes: number, dstItemBytes: number, outer: number): readonly SliceBlock[] {
  const srcRowBytes = Math.floor(srcItemBytes / outer);
  const dstRowBytes = Math.floor(dstItemBytes / outer);
  const srcUnitBytes = Math.floor(srcRowBytes / slice.srcDim);
  const dstUnitBytes = Math.floor(dstRowBytes / slice.dstDim);
  const blocks = mambaSliceBlocks(slice);
  return Array.from({ length: outer }, (_, row) =>
    blocks.map(([src, dst, length]): SliceBlock => [row * srcRowBytes + src * srcUnitBytes, row * dstRowBytes + dst * dstUnitBytes, length * srcUnitBytes]),
  ).flat();
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
