/** @file Long rows cut into pieces. A copy of many megabytes in one command goes past the caches on adapters that compute on the CPU, and is slower there than the same bytes in pieces. */
import type { CopyTable } from '../device/device.ts';
import type { Moves } from './moves.ts';

/** The same copies in rows of at most `mostBytes` (a multiple of 4), in the same order. */
export function cutRows(table: CopyTable, mostBytes: number): CopyTable {
  const piecesOf = (row: number) => Math.max(1, Math.ceil((table.bytes[row] as number) / mostBytes));
  let count = 0;
  for (let row = 0; row < table.count; row++) count += piecesOf(row);
  const cut = { count, srcOffset: new Float64Array(count), dstOffset: new Float64Array(count), bytes: new Uint32Array(count) };
  for (let row = 0, at = 0; row < table.count; row++) {
    for (let piece = 0, done = 0; piece < piecesOf(row); piece++, at++, done += mostBytes) {
      cut.srcOffset[at] = (table.srcOffset[row] as number) + done;
      cut.dstOffset[at] = (table.dstOffset[row] as number) + done;
      cut.bytes[at] = Math.min(mostBytes, (table.bytes[row] as number) - done);
    }
  }
  return cut;
}

/** `cutRows` for every table; the very moves where no row is longer. */
export function cutMoves(moves: readonly Moves[], mostBytes: number): readonly Moves[] {
  return moves.map((move) => (hasLonger(move, mostBytes) ? { ...move, table: cutRows(move.table, mostBytes) } : move));
}

/** Whether a row of the move is longer. */
export function hasLonger({ table }: Moves, bytes: number): boolean {
  for (let row = 0; row < table.count; row++) if ((table.bytes[row] as number) > bytes) return true;
  return false;
}
