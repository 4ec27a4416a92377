/** @file One kernel launch for a whole table: a compute shader gathers and scatters blocks of any size. */
import { recorded } from './recorded.ts';
import type { Strategy } from './strategy.ts';

/** One kernel launch a table; runs are not merged, since the kernel does not care. */
export const shader: Strategy = {
  name: 'shader',
  kind: 'single',
  title: 'one kernel copies all blocks from a table',
  prepare: async (device, { moves }) =>
    recorded(device, { kernelLaunches: moves.length }, (batch) => {
      for (const { src, dst, table } of moves) batch.copyTable(src, dst, table);
    }),
};
