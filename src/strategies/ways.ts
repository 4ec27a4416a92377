/** @file The ways that `auto` chooses between: for all runs of a plan one of the single strategies, or two of them divided by length. */

import { formatBytes } from '../core/units.ts';
import type { CopyTable } from '../device/device.ts';
import { countRows, recordCopies } from './copies.ts';
import type { LoweredPlan } from './lower.ts';
import { merged } from './merged.ts';
import type { Moves } from './moves.ts';
import { cutMoves, hasLonger } from './pieces.ts';
import { recorded } from './recorded.ts';
import { shader } from './shader.ts';
import { staging } from './staging.ts';
import type { Strategy } from './strategy.ts';

/** One way, for moves that are merged already and have no order. */
export interface Way {
  /** `by copy command`: after "moved". */
  readonly name: string;
  readonly prepare: Strategy['prepare'];
}

/** What every plan comes down to that has an order, and what needs nothing of the device. */
export const BY_COPY: Way = { name: 'by copy command', prepare: merged.prepare };

/** Of a long copy: within the caches of usual processors, and so few that what a command costs does not show. */
const PIECE_BYTES = 512 * 2 ** 10;
const IN_PIECES: Way = {
  name: `by copy command in pieces of up to ${formatBytes(PIECE_BYTES)}`,
  prepare: async (device, { moves }) => {
    const pieces = cutMoves(moves, PIECE_BYTES);
    return recorded(device, { copyCommands: countRows(pieces) }, (batch) => recordCopies(batch, pieces));
  },
};
const BY_KERNEL: Way = { name: 'by one kernel over all runs', prepare: shader.prepare };
const BY_STAGING: Way = { name: 'through staging', prepare: staging.prepare };

/** Borders between short and long runs that are tried, at most. */
const MOST_BORDERS = 2;

/** All ways for a plan of this shape. */
export function waysFor(moves: readonly Moves[]): readonly Way[] {
  const cut = moves.some((move) => hasLonger(move, PIECE_BYTES)) ? [IN_PIECES] : [];
  return [BY_COPY, ...cut, BY_KERNEL, BY_STAGING, ...bordersIn(moves).map(byLength)];
}

/** Short runs by kernel, long ones by copy command. */
function byLength(borderBytes: number): Way {
  return {
    name: `runs of up to ${formatBytes(borderBytes)} by kernel, longer ones by copy command`,
    prepare: async (device, { moves }: LoweredPlan) => {
      const short = moves.flatMap((move) => part(move, (bytes) => bytes <= borderBytes));
      const long = moves.flatMap((move) => part(move, (bytes) => bytes > borderBytes));
      return recorded(device, { copyCommands: countRows(long), kernelLaunches: short.length }, (batch) => {
        // The kernel first: it is one command, and the device is busy with it while the copies are recorded.
        for (const { src, dst, table } of short) batch.copyTable(src, dst, table);
        batch.flush();
        recordCopies(batch, long);
      });
    },
  };
}

/** Powers of two that divide the runs into short and long ones, evenly chosen. */
function bordersIn(moves: readonly Moves[]): readonly number[] {
  const classes = new Set<number>();
  for (const { table } of moves) for (let row = 0; row < table.count; row++) classes.add(Math.ceil(Math.log2(Math.max(4, table.bytes[row] as number))));
  // Above the longest class there is nothing to divide.
  const borders = [...classes].sort((a, b) => a - b).slice(0, -1);
  const chosen = Array.from(
    { length: Math.min(MOST_BORDERS, borders.length) },
    (_, i) => borders[Math.floor(((i + 0.5) * borders.length) / MOST_BORDERS)] ?? borders[0],
  );
  return [...new Set(chosen)].flatMap((power) => (power === undefined ? [] : [2 ** power]));
}

/** The rows of a move whose length is as wanted; none at all is no move. */
function part(move: Moves, wanted: (bytes: number) => boolean): Moves[] {
  const { table } = move;
  const rows = Array.from(table.bytes.subarray(0, table.count).keys()).filter((row) => wanted(table.bytes[row] as number));
  return rows.length === 0 ? [] : [{ ...move, table: pick(table, rows) }];
}

function pick(table: CopyTable, rows: readonly number[]): CopyTable {
  return {
    count: rows.length,
    srcOffset: Float64Array.from(rows, (row) => table.srcOffset[row] as number),
    dstOffset: Float64Array.from(rows, (row) => table.dstOffset[row] as number),
    bytes: Uint32Array.from(rows, (row) => table.bytes[row] as number),
  };
}
