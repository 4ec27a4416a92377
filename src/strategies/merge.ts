/**
 * @file Merging rows that go on where the one before them ended, on both sides: what an engine's run grouping does within an entry.
 */
import type { CopyTable } from '../device/device.ts';
import type { LoweredPlan } from './lower.ts';
import type { Moves } from './moves.ts';

/** Longest merged copy; the table holds 32-bit byte counts. */
const LONGEST_BYTES = 0xffff_fffc;

/** The same copies in fewer rows: a row is taken into the one before it when it continues it on both sides. */
export function mergeRows(table: CopyTable): CopyTable {
  const srcOffset = new Float64Array(table.count);
  const dstOffset = new Float64Array(table.count);
  const bytes = new Uint32Array(table.count);
  let count = 0;
  for (let i = 0; i < table.count; i++) {
    const src = table.srcOffset[i] as number;
    const dst = table.dstOffset[i] as number;
    const length = table.bytes[i] as number;
    const held = count === 0 ? 0 : (bytes[count - 1] as number);
    if (count > 0 && (srcOffset[count - 1] as number) + held === src && (dstOffset[count - 1] as number) + held === dst && held + length <= LONGEST_BYTES) {
      bytes[count - 1] = held + length;
    } else {
      srcOffset[count] = src;
      dstOffset[count] = dst;
      bytes[count] = length;
      count += 1;
    }
  }
  return { count, srcOffset: srcOffset.subarray(0, count), dstOffset: dstOffset.subarray(0, count), bytes: bytes.subarray(0, count) };
}

/** `mergeRows` for every table of a plan. */
export function mergeMoves(lowered: LoweredPlan): Moves[] {
  return lowered.moves.map((move) => ({ ...move, table: mergeRows(move.table) }));
}
