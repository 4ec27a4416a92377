/**
 * @file Moves as rounds through a staging area of bounded size: blocks are gathered one behind the other, carried across in one piece, and scattered. Rounds, and the scatters
 * within one, keep the order of the moves.
 */
import type { Arena, Batch, CopyTable } from '../device/device.ts';
import { mergeRows } from './merge.ts';
import type { Moves } from './moves.ts';

/** Copies between one arena of a node and the staging area of a round. */
export interface StagedTable {
  readonly arena: Arena;
  /** Into staging for a gather, out of it for a scatter. */
  readonly table: CopyTable;
}

/** What goes across in one piece: `bytes` from the start of the staging area. */
export interface Round {
  readonly bytes: number;
  readonly gathers: readonly StagedTable[];
  readonly scatters: readonly StagedTable[];
}

/** Rounds of at most `stagingBytes` (a multiple of 4, at least 4); a block that does not fit what is left of a round goes on in the next. */
export function roundsOf(moves: readonly Moves[], stagingBytes: number): Round[] {
  const rounds: Round[] = [];
  let round = emptyRound();
  const close = () => {
    if (round.bytes > 0) rounds.push(round);
    round = emptyRound();
  };
  for (const { src, dst, table } of moves) {
    let rows: StagedRows = { src: [], dst: [], bytes: [], stagingFrom: round.bytes };
    const add = () => {
      if (rows.bytes.length === 0) return;
      round.gathers.push({ arena: src, table: mergeRows(tableOf(rows.src, stagingOffsets(rows), rows.bytes)) });
      round.scatters.push({ arena: dst, table: mergeRows(tableOf(stagingOffsets(rows), rows.dst, rows.bytes)) });
    };
    for (let row = 0; row < table.count; row++) {
      const rowBytes = table.bytes[row] as number;
      for (let done = 0; done < rowBytes; ) {
        if (round.bytes === stagingBytes) {
          add();
          close();
          rows = { src: [], dst: [], bytes: [], stagingFrom: 0 };
        }
        const bytes = Math.min(rowBytes - done, stagingBytes - round.bytes);
        rows.src.push((table.srcOffset[row] as number) + done);
        rows.dst.push((table.dstOffset[row] as number) + done);
        rows.bytes.push(bytes);
        round.bytes += bytes;
        done += bytes;
      }
    }
    add();
  }
  close();
  return rounds;
}

/** Records the gathers of a round. */
export function recordGathers(batch: Batch, { gathers }: Round, staging: Arena): void {
  for (const { arena, table } of gathers) batch.copyTable(arena, staging, table);
}

/** Records the scatters of a round. */
export function recordScatters(batch: Batch, { scatters }: Round, staging: Arena): void {
  for (const { arena, table } of scatters) batch.copyTable(staging, arena, table);
}

/** Kernel launches of all rounds. */
export function countLaunches(rounds: readonly Round[]): number {
  return rounds.reduce((sum, { gathers, scatters }) => sum + gathers.length + scatters.length, 0);
}

/** Rows of one move in one round; they follow each other in staging from `stagingFrom`. */
interface StagedRows {
  readonly src: number[];
  readonly dst: number[];
  readonly bytes: number[];
  readonly stagingFrom: number;
}

function emptyRound(): { bytes: number; gathers: StagedTable[]; scatters: StagedTable[] } {
  return { bytes: 0, gathers: [], scatters: [] };
}

function stagingOffsets({ bytes, stagingFrom }: StagedRows): number[] {
  let next = stagingFrom;
  return bytes.map((length) => {
    const at = next;
    next += length;
    return at;
  });
}

function tableOf(src: readonly number[], dst: readonly number[], bytes: readonly number[]): CopyTable {
  return { count: bytes.length, srcOffset: Float64Array.from(src), dstOffset: Float64Array.from(dst), bytes: Uint32Array.from(bytes) };
}
