/** @file One copy command a block: what an engine does that posts every item on its own. */
import { countRows, recordCopies } from './copies.ts';
import type { Strategy } from './strategy.ts';

/** One copy command a block. */
export const perItem: Strategy = {
  name: 'per-item',
  title: 'one copy command a block',
  prepare: async (_device, lowered) => ({
    copyCommands: countRows(lowered.moves),
    kernelLaunches: 0,
    note: null,
    record: (batch) => recordCopies(batch, lowered.moves),
  }),
};
