/**
 * @file A table's rows have no order on a device, so rows that write the same bytes must not share one. Sound plans never have such rows; wrong ones do, and must give the
 * same bytes on every device.
 */
import type { CopyTable } from '../device/device.ts';
import type { Moves } from './moves.ts';

/** True when no two rows of any moves write the same byte. Per arena, intervals are disjoint exactly when the sorted ends stay at or before the sorted starts that follow them. */
export function destinationsAreDisjoint(moves: readonly Moves[]): boolean {
  const byArena = new Map<number, CopyTable[]>();
  for (const { dst, table } of moves) byArena.set(dst.id, [...(byArena.get(dst.id) ?? []), table]);
  for (const tables of byArena.values()) {
    const rows = tables.reduce((sum, table) => sum + table.count, 0);
    const starts = new Float64Array(rows);
    const ends = new Float64Array(rows);
    let at = 0;
    for (const table of tables) {
      for (let i = 0; i < table.count; i++, at++) {
        starts[at] = table.dstOffset[i] as number;
        ends[at] = (table.dstOffset[i] as number) + (table.bytes[i] as number);
      }
    }
    starts.sort();
    ends.sort();
    for (let i = 1; i < rows; i++) if ((ends[i - 1] as number) > (starts[i] as number)) return false;
  }
  return true;
}

/** A move as consecutive moves whose tables do not overlap themselves. */
export function splitWhereOverlapping(move: Moves): Moves[] {
  return destinationsAreDisjoint([move]) ? [move] : splitTable(move);
}

/** Cuts a table into consecutive pieces, each free of overlap: a new piece starts at the first row that would write bytes of the current one. */
function splitTable(move: Moves): Moves[] {
  const { table } = move;
  const pieces: Moves[] = [];
  let from = 0;
  let claimed = new Map<number, number[]>();
  for (let row = 0; row < table.count; row++) {
    if (!claim(claimed, table, row)) {
      pieces.push({ ...move, table: sliceTable(table, from, row) });
      from = row;
      claimed = new Map();
      claim(claimed, table, row);
    }
  }
  pieces.push({ ...move, table: sliceTable(table, from, table.count) });
  return pieces;
}

const CELL_BYTES = 65_536;

/** Marks the row's bytes as written in a grid of cells; false, and nothing marked, if some already were. */
function claim(claimed: Map<number, number[]>, table: CopyTable, row: number): boolean {
  const start = table.dstOffset[row] as number;
  const end = start + (table.bytes[row] as number);
  const firstCell = Math.floor(start / CELL_BYTES);
  const lastCell = Math.floor(Math.max(start, end - 1) / CELL_BYTES);
  for (let cell = firstCell; cell <= lastCell; cell++) {
    for (const other of claimed.get(cell) ?? []) {
      const otherStart = table.dstOffset[other] as number;
      if (start < otherStart + (table.bytes[other] as number) && otherStart < end) return false;
    }
  }
  for (let cell = firstCell; cell <= lastCell; cell++) {
    const rows = claimed.get(cell);
    if (rows === undefined) claimed.set(cell, [row]);
    else rows.push(row);
  }
  return true;
}

/** Rows [from, to) of a table. */
export function sliceTable(table: CopyTable, from: number, to: number): CopyTable {
  return {
    count: to - from,
    srcOffset: table.srcOffset.slice(from, to),
    dstOffset: table.dstOffset.slice(from, to),
    bytes: table.bytes.slice(from, to),
  };
}
