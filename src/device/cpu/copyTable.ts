/** @file Twin of shaders/copyBlocks.wgsl. */
import type { CopyTable } from '../device.ts';
import { isWordRange, refusal } from '../requests.ts';

/** Below this many words a plain loop beats the fixed cost of a view and `set`. */
const LOOP_WORDS = 32;

/**
 * Carries out the rows of a table in ascending order.
 * @throws SimError(gpu-validation) at the first row that leaves its arena; rows before it are done
 */
export function copyTable(src: Uint32Array, dst: Uint32Array, table: CopyTable): void {
  for (let row = 0; row < table.count; row++) {
    const srcOffset = table.srcOffset[row] as number;
    const dstOffset = table.dstOffset[row] as number;
    const bytes = table.bytes[row] as number;
    if (!isWordRange(srcOffset, bytes, src.byteLength) || !isWordRange(dstOffset, bytes, dst.byteLength)) {
      throw refusal('a row of a copy table leaves its arena', { row, srcOffset, dstOffset, bytes });
    }
    copyWords(src, srcOffset / 4, dst, dstOffset / 4, bytes / 4);
  }
}

/** Copies `count` words between unlike arrays. */
export function copyWords(src: Uint32Array, from: number, dst: Uint32Array, to: number, count: number): void {
  if (count > LOOP_WORDS) {
    dst.set(src.subarray(from, from + count), to);
    return;
  }
  for (let i = 0; i < count; i++) dst[to + i] = src[from + i] as number;
}
