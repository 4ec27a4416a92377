/**
 * @file The fastest way for this plan on this adapter, by a short contest on the plan's own shape: copy commands, whole or in pieces, kernel, staging, or kernel for short runs and copies for long ones. Runs are
 * merged first.
 */
import { counted, formatBytes } from '../core/units.ts';
import { type Contest, contest, winnerOf } from './contest.ts';
import { countRows } from './copies.ts';
import { mergeMoves } from './merge.ts';
import type { Strategy } from './strategy.ts';
import { isTight } from './tight.ts';
import { BY_COPY } from './ways.ts';

/** Whatever was fastest on a probe of the plan's shape. */
export const auto: Strategy = {
  name: 'auto',
  kind: 'choice',
  title: 'the fastest of copy commands, kernel, staging and mixtures, by a short contest on the plan’s own shape',
  prepare: async (device, lowered) => {
    const runs = { ...lowered, moves: mergeMoves(lowered) };
    if (lowered.ordered) {
      // Mixtures would change which of two overlapping writes comes last, and only wrong plans come here.
      return { ...(await BY_COPY.prepare(device, runs)), note: 'everything by copy command, in plan order, since destinations overlap or steps have an order' };
    }
    if (lowered.bytes === 0) return BY_COPY.prepare(device, runs);
    const result = await contest(device, runs.moves);
    const note = noteOf(result, countRows(runs.moves));
    try {
      return { ...(await winnerOf(result).prepare(device, runs)), note };
    } catch (error) {
      if (!isTight(error)) throw error;
      return { ...(await BY_COPY.prepare(device, runs)), note: 'everything by copy command: there is no memory for the way that was faster' };
    }
  },
};

/** What was chosen, and why: a sentence without its subject. */
function noteOf({ placed, bytes }: Contest, runs: number): string {
  const [first, second] = placed;
  if (first === undefined) return 'everything by copy command: there was no memory to measure other ways';
  const probe = `a probe of ${formatBytes(bytes)} in the shape of these ${counted(runs, 'run')}`;
  const milliseconds = (seconds: number) => `${(seconds * 1e3).toPrecision(3)} ms`;
  const against = second === undefined ? '' : `, against ${milliseconds(second.seconds)} ${second.way.name}`;
  // Of ways that a probe cannot tell apart, the plainest is taken.
  const isAlike = second !== undefined && second.seconds < first.seconds;
  return `${first.way.name}: ${milliseconds(first.seconds)} for ${probe}${against}${isAlike ? ', which is no faster than a probe can tell' : ''}`;
}
