/**
 * @file The upper bound: whole tensors, one copy command each. Its plan is not an engine's but one block a tensor (session/wholePools.ts), so that no page is looked up; what arrives
 * beside the requests' pages is more than a hand-off moves.
 */
import { countRows, recordCopies } from './copies.ts';
import { recorded } from './recorded.ts';
import type { Strategy } from './strategy.ts';

/** Said with every figure. */
const NOTE = 'an upper bound, not a hand-off: whole pools are copied, and judged by an expectation of their own';

/** Every registered tensor, copied whole: a bound, not a hand-off. */
export const wholePool: Strategy = {
  name: 'whole-pool',
  kind: 'bound',
  title: 'every registered tensor copied whole: an upper bound, not a hand-off; wants equal pools and page ids, and nothing on decode',
  prepare: async (device, { moves }) => recorded(device, { copyCommands: countRows(moves), note: NOTE }, (batch) => recordCopies(batch, moves)),
};
