/**
 * @file What every device demands of its callers. A breach is a defect of ours, not of the user's, and is refused before it reaches memory:
 * software adapters run without bounds checks of their own, so these are the only ones.
 */
import { SimError } from '../core/errors.ts';
import { alignUp } from '../core/units.ts';
import type { Arena, CopyTable, RowPattern, Segment } from './device.ts';

/** Arenas are of whole vec4s, so that kernels need not look for their end within one. */
const VECTOR_BYTES = 16;

/** Length of the arena for `bytes` asked: whole vectors, and at least one, since an empty buffer cannot be bound. */
export function arenaBytes(bytes: number): number {
  return alignUp(Math.max(bytes, 1), VECTOR_BYTES);
}

/** The error for a request that no device carries out. */
export function refusal(what: string, values?: Readonly<Record<string, string | number>>): SimError {
  return new SimError('gpu-validation', values === undefined ? { what } : { what, values });
}

/** True when [offset, offset + bytes) is made of whole words and lies within `arenaBytes`. NaN and fractions fail. */
export function isWordRange(offset: number, bytes: number, arenaBytes: number): boolean {
  return offset % 4 === 0 && bytes % 4 === 0 && offset >= 0 && bytes >= 0 && offset + bytes <= arenaBytes;
}

/** @throws SimError(gpu-validation) when a length is not a whole number of bytes, or more than the device can bind in one piece */
export function demandArenaSizes(sizes: readonly number[], maxArenaBytes: number): void {
  for (const bytes of sizes) {
    if (!(Number.isSafeInteger(bytes) && bytes <= maxArenaBytes))
      throw refusal('an arena is larger than this device can hold in one piece', { bytes, limit: maxArenaBytes });
  }
}

/** @throws SimError(gpu-validation) unless [offset, offset + bytes) is made of whole words of the arena */
export function demandRange(arena: Arena, offset: number, bytes: number): void {
  if (!isWordRange(offset, bytes, arena.bytes)) throw refusal('a range is not made of whole words of its arena', { offset, bytes, arena: arena.bytes });
}

/** @throws SimError(gpu-validation) unless source and destination are different arenas */
export function demandApart(src: Arena, dst: Arena): void {
  if (src.id === dst.id) throw refusal('a copy has one arena as source and destination', { arena: src.id });
}

/** @throws SimError(gpu-validation) unless rows are of whole words, at least one, with the head inside the row */
export function demandPattern(pattern: RowPattern): void {
  const { rowBytes, headBytes } = pattern;
  if (rowBytes < 4 || headBytes > rowBytes || !isWordRange(headBytes, rowBytes, Number.MAX_SAFE_INTEGER)) {
    throw refusal('a row pattern is not made of whole words', { rowBytes, headBytes });
  }
}

/** @throws SimError(gpu-validation) when the arrays are shorter than `count`; the rows are checked as they are read */
export function demandTable(table: CopyTable): void {
  const { count, srcOffset, dstOffset, bytes } = table;
  if (count > srcOffset.length || count > dstOffset.length || count > bytes.length) throw refusal('a copy table is shorter than its count', { count });
}

/** @throws SimError(gpu-validation) unless segments ascend without overlap or gap over the whole arena */
export function demandSegments(arena: Arena, segments: readonly Segment[]): void {
  demandAscending(arena, segments);
  const covered = segments.reduce((sum, { bytes }) => sum + bytes, 0);
  if (covered !== arena.bytes) throw refusal('segments do not cover their arena', { arena: arena.bytes, covered });
}

/** @throws SimError(gpu-validation) unless segments lie in the arena, in ascending order, without overlap */
export function demandAscending(arena: Arena, segments: readonly Segment[]): void {
  let end = 0;
  for (const { offset, bytes, expect } of segments) {
    if (offset < end) throw refusal('segments overlap, or do not ascend', { least: end, found: offset });
    demandRange(arena, offset, bytes);
    if (expect.kind === 'filled') {
      demandPattern(expect.pattern);
      if (!isWordRange(expect.phaseBytes, 0, expect.pattern.rowBytes - 4)) throw refusal('a segment starts outside its row', { phaseBytes: expect.phaseBytes });
    }
    end = offset + bytes;
  }
}
