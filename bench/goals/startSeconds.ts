/** @file Goal `start-seconds`: how long `npm start` takes. */

import { median } from '../../src/sweep/statistics.ts';
import type { Goal } from '../goal.ts';
import { adapterTaken, startRuns } from './startRuns.ts';

const GOAL_SECONDS = 15;

/** Wall time of `npm start`: the median of the runs. */
export const startSeconds: Goal = {
  name: 'start-seconds',
  goal: `under ${GOAL_SECONDS} s`,
  unit: 's',
  met: (figure) => figure < GOAL_SECONDS,
  run: async (context) => {
    const seconds = (await startRuns(context, false)).map((run) => run.seconds);
    return { figure: median(seconds), adapter: await adapterTaken(), evidence: { command: 'npm start', seconds } };
  },
};
