/** @file A copy table as shaders/copyBlocks.wgsl reads it. */
import type { CopyTable } from '../device.ts';
import { isWordRange, refusal } from '../requests.ts';

/** 32-bit fields of a block: source word, destination word, words. */
const BLOCK_FIELDS = 3;
/** Larger blocks are cut, so that one workgroup is not left to copy a whole pool while others idle. */
const MAX_BLOCK_BYTES = 65536;

/** Blocks as the kernel reads them. */
export interface BlockTable {
  readonly blocks: number;
  /** That they move in all. */
  readonly bytes: number;
  readonly fields: Uint32Array<ArrayBuffer>;
}

/**
 * The table's rows, cut to pieces of bounded size; rows of no bytes fall away.
 * @throws SimError(gpu-validation) at the first row that leaves its arena
 */
export function blockTable(table: CopyTable, srcBytes: number, dstBytes: number): BlockTable {
  let blocks = 0;
  let total = 0;
  for (let row = 0; row < table.count; row++) {
    const bytes = table.bytes[row] as number;
    blocks += Math.ceil(bytes / MAX_BLOCK_BYTES);
    total += bytes;
  }
  const fields = new Uint32Array(blocks * BLOCK_FIELDS);
  let at = 0;
  for (let row = 0; row < table.count; row++) {
    const srcOffset = table.srcOffset[row] as number;
    const dstOffset = table.dstOffset[row] as number;
    const bytes = table.bytes[row] as number;
    if (!isWordRange(srcOffset, bytes, srcBytes) || !isWordRange(dstOffset, bytes, dstBytes)) {
      throw refusal('a row of a copy table leaves its arena', { row, srcOffset, dstOffset, bytes });
    }
    for (let done = 0; done < bytes; done += MAX_BLOCK_BYTES) {
      fields[at] = (srcOffset + done) / 4;
      fields[at + 1] = (dstOffset + done) / 4;
      fields[at + 2] = Math.min(bytes - done, MAX_BLOCK_BYTES) / 4;
      at += BLOCK_FIELDS;
    }
  }
  return { blocks, bytes: total, fields };
}
