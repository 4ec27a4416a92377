/** @file What a point moves, and in how many pieces: from the plan and from what the strategy tells the device. */

import type { LoweredPlan } from '../strategies/lower.ts';
import { mergeMoves } from '../strategies/merge.ts';
import type { Moves } from '../strategies/moves.ts';
import type { StrategyName } from '../strategies/names.ts';
import { descriptorsOf, type PreparedTransfer } from '../strategies/strategy.ts';
import type { PointWork } from './benchReport.ts';

/** The figures of a point that are the same on every adapter, and its strategy's. */
export function pointWork(lowered: LoweredPlan, usefulBytes: number, prepared: PreparedTransfer): PointWork {
  const { bytes, blocks } = lowered;
  const { copyCommands, kernelLaunches, hostTrips, hostBytes } = prepared;
  const descriptors = descriptorsOf(prepared);
  return {
    bytes,
    usefulBytes,
    paddingBytes: bytes - usefulBytes,
    blocks,
    runs: rowsOf(mergeMoves(lowered)),
    descriptors,
    copyCommands,
    kernelLaunches,
    hostTrips,
    hostBytes,
    bytesPerDescriptor: bytes / descriptors,
  };
}

function rowsOf(moves: readonly Moves[]): number {
  return moves.reduce((sum, { table }) => sum + table.count, 0);
}

/**
 * Bytes of each message that a network card would be given for a transfer carried out in this manner: a block each, one for each pair of memories where blocks are gathered first, else
 * the merged runs.
 */
export function messagesOf(strategy: StrategyName, lowered: LoweredPlan): readonly number[] {
  if (strategy === 'per-item') return lowered.moves.flatMap(({ table }) => [...table.bytes]);
  if (strategy === 'staging') return lowered.moves.map(({ table }) => table.bytes.reduce((sum, bytes) => sum + bytes, 0));
  return mergeMoves(lowered).flatMap(({ table }) => [...table.bytes]);
}
