/** @file One copy command a run: blocks that continue each other on both sides travel together. */
import { countRows, recordCopies } from './copies.ts';
import { mergeMoves } from './merge.ts';
import { recorded } from './recorded.ts';
import type { Strategy } from './strategy.ts';

/** Runs grouped on both sides, one copy command a run. */
export const merged: Strategy = {
  name: 'merged',
  kind: 'single',
  title: 'runs grouped on both sides, one copy command a run',
  prepare: async (device, lowered) => {
    const moves = mergeMoves(lowered);
    return recorded(device, { copyCommands: countRows(moves) }, (batch) => recordCopies(batch, moves));
  },
};
