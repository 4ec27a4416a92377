/**
 * @file Goal `explorer-answer`: from a change in the playground to the painted verdict on it, for dsv4-flash. The clock starts with the input event's own time stamp and stops in the first
 * task after the animation frame that shows the answer, so a frame of 16.7 ms is in it.
 */
import { quantile } from '../../src/sweep/statistics.ts';
import { explorerGoal } from './explorerGoal.ts';

const MOST_MS = 50;

/** Milliseconds that 95 of 100 changes stay under. */
export const explorerAnswer = explorerGoal({
  name: 'explorer-answer',
  goal: `p95 under ${MOST_MS} ms`,
  unit: 'ms',
  met: (figure) => figure < MOST_MS,
  figureOf: ({ answers }) =>
    quantile(
      answers.map(({ milliseconds }) => milliseconds),
      0.95,
    ),
  evidenceOf: ({ answers }) => ({
    answers: answers.map(({ field, value, milliseconds, verdict }) => ({ field, value, milliseconds, verdict: verdict.split(' ')[0] })),
  }),
});
