/**
 * @file Recording copy commands so that the device works while the rest is still being recorded.
 */
import type { Batch } from '../device/device.ts';
import type { Moves } from './moves.ts';

/** Commands between two hand-overs: few enough that the device starts early, many enough that a submission's fixed cost does not show. */
const COMMANDS_PER_FLUSH = 512;

/** One copy command a row. */
export function recordCopies(batch: Batch, moves: readonly Moves[]): void {
  let sinceFlush = 0;
  for (const { src, dst, table } of moves) {
    const { srcOffset, dstOffset, bytes } = table;
    for (let i = 0; i < table.count; i++) {
      batch.copy(src, srcOffset[i] as number, dst, dstOffset[i] as number, bytes[i] as number);
      sinceFlush += 1;
      if (sinceFlush === COMMANDS_PER_FLUSH) {
        batch.flush();
        sinceFlush = 0;
      }
    }
  }
}

/** Rows of all tables. */
export function countRows(moves: readonly Moves[]): number {
  return moves.reduce((sum, move) => sum + move.table.count, 0);
}
