/** @file Goal `explorer-tasks`: the longest task of the page's main thread in a whole visit, opening included. The browser reports tasks of 50 ms and more; where it reports none, the figure is 0. */
import { explorerGoal } from './explorerGoal.ts';

const MOST_MS = 50;

/** Milliseconds of the longest. */
export const explorerTasks = explorerGoal({
  name: 'explorer-tasks',
  goal: `no task over ${MOST_MS} ms`,
  unit: 'ms',
  met: (figure) => figure <= MOST_MS,
  figureOf: ({ tasks }) => Math.max(0, ...tasks.map(({ milliseconds }) => milliseconds)),
  evidenceOf: ({ tasks }) => ({ tasks }),
});
