/**
 * @file Small blocks by kernel, large ones by copy commands, the border measured on this adapter. Runs are merged first.
 */
import { formatBytes } from '../core/units.ts';
import type { CopyTable } from '../device/device.ts';
import { calibrate } from './calibrate.ts';
import { countRows, recordCopies } from './copies.ts';
import { mergeMoves } from './merge.ts';
import type { Moves } from './moves.ts';
import { recorded } from './recorded.ts';
import type { Strategy } from './strategy.ts';

/** Small blocks by kernel, large ones by copy command; runs merged first. */
export const auto: Strategy = {
  name: 'auto',
  kind: 'choice',
  title: 'small blocks by kernel, large by copy, the border measured on this adapter',
  prepare: async (device, lowered) => {
    const { borderBytes } = await calibrate(device);
    if (lowered.ordered) {
      // Mixing the two would change which of two overlapping writes comes last.
      const moves = mergeMoves(lowered);
      const note = 'destinations overlap, so every run goes by copy command, in plan order';
      return recorded(device, { copyCommands: countRows(moves), note }, (batch) => recordCopies(batch, moves));
    }
    const { small, large } = splitBySize(mergeMoves(lowered), borderBytes);
    const smallBlocks = countRows(small);
    const copyCommands = countRows(large);
    const note = noteOf(smallBlocks, copyCommands, borderBytes);
    return recorded(device, { copyCommands, kernelLaunches: small.length, note }, (batch) => {
      // The kernel first: it is one command, and the device is busy with it while the copies are recorded.
      for (const { src, dst, table } of small) batch.copyTable(src, dst, table);
      if (small.length > 0) batch.flush();
      recordCopies(batch, large);
    });
  },
};

/** What was chosen, and why: a sentence without its subject. */
function noteOf(byKernel: number, byCopy: number, borderBytes: number): string {
  if (borderBytes === 0) return 'everything by copy command: the kernel is slower on this adapter at every size measured';
  const border = `the kernel is faster on this adapter up to ${formatBytes(borderBytes)}`;
  if (byCopy === 0) return `everything by kernel: ${border}`;
  return byKernel === 0 ? `everything by copy command: all runs are longer, and ${border}` : `shorter runs by kernel, longer ones by copy command: ${border}`;
}

/** Rows of at most `borderBytes`, and the others. Order between the two is free: the plan's destinations do not overlap. */
function splitBySize(moves: readonly Moves[], borderBytes: number): { small: Moves[]; large: Moves[] } {
  const small: Moves[] = [];
  const large: Moves[] = [];
  for (const move of moves) {
    const parts = partition(move.table, borderBytes);
    if (parts.small.count > 0) small.push({ ...move, table: parts.small });
    if (parts.large.count > 0) large.push({ ...move, table: parts.large });
  }
  return { small, large };
}

function partition(table: CopyTable, borderBytes: number): { small: CopyTable; large: CopyTable } {
  const smallRows: number[] = [];
  const largeRows: number[] = [];
  for (let i = 0; i < table.count; i++) ((table.bytes[i] as number) <= borderBytes ? smallRows : largeRows).push(i);
  return { small: pick(table, smallRows), large: pick(table, largeRows) };
}

function pick(table: CopyTable, rows: readonly number[]): CopyTable {
  return {
    count: rows.length,
    srcOffset: Float64Array.from(rows, (row) => table.srcOffset[row] as number),
    dstOffset: Float64Array.from(rows, (row) => table.dstOffset[row] as number),
    bytes: Uint32Array.from(rows, (row) => table.bytes[row] as number),
  };
}
