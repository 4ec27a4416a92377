/** @file One copy command a block: what an engine does that posts every item on its own. */
import { countRows, recordCopies } from './copies.ts';
import { recorded } from './recorded.ts';
import type { Strategy } from './strategy.ts';

/** One copy command a block. */
export const perItem: Strategy = {
  name: 'per-item',
  kind: 'single',
  title: 'one copy command a block',
  prepare: async (device, { moves }) => recorded(device, { copyCommands: countRows(moves) }, (batch) => recordCopies(batch, moves)),
};
