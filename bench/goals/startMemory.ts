/** @file Goal `start-memory`: how much memory `npm start` takes. */
import type { Goal } from '../goal.ts';
import { adapterTaken, startRuns } from './startRuns.ts';

const GOAL_GIB = 3;
const GIB = 2 ** 30;

/** Memory of `npm start`: the largest of the runs. */
export const startMemory: Goal = {
  name: 'start-memory',
  goal: `under ${GOAL_GIB} GiB`,
  unit: 'GiB',
  met: (figure) => figure < GOAL_GIB,
  run: async (context) => {
    const bytes = (await startRuns(context, true)).map((run) => run.peakBytes ?? Number.NaN);
    const evidence = { command: 'npm start', bytes, counted: 'high-water marks of resident memory, summed over the processes alive together' };
    return { figure: Math.max(...bytes) / GIB, adapter: await adapterTaken(), evidence };
  },
};
