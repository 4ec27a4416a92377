/** @file How sure a ratio of two times is: within one run of each side by the bootstrap, over many turns of both by order alone. */
import type { RandomStream } from '../core/random.ts';
import type { RatioInterval } from './compareReport.ts';
import { median, quantile } from './statistics.ts';

const RESAMPLES = 1000;
/** Of intervals within a run: what befell the run as a whole is not in them, so they are made wide. */
const WITHIN_RUN = 0.99;
/** Of intervals over turns. */
const OVER_TURNS = 0.95;

/**
 * Median of `b` over median of `a`, each side's samples from one run, with a percentile bootstrap interval: both sides' samples drawn again with replacement, each side by itself.
 * @throws RangeError without samples
 */
export function ratioWithinRuns(a: readonly number[], b: readonly number[], random: RandomStream): RatioInterval {
  const drawn = Array.from({ length: RESAMPLES }, () => median(draw(b, random)) / median(draw(a, random)));
  const tail = (1 - WITHIN_RUN) / 2;
  return { ratio: median(b) / median(a), low: quantile(drawn, tail), high: quantile(drawn, 1 - tail), confidence: WITHIN_RUN };
}

function draw(samples: readonly number[], random: RandomStream): number[] {
  return Array.from(samples, () => samples[random.below(samples.length)] as number);
}

/** With fewer turns no interval for a median has the confidence that is asked for: all of them may lie on one side by chance. */
export const LEAST_TURNS = 6;

/**
 * Median of the turns' ratios, with the interval between two of them that holds the true median whatever the ratios' distribution: each is above it with probability 1/2, so order alone
 * says how sure the k-th smallest and the k-th largest are (the sign test).
 * @param ratios one a turn, LEAST_TURNS at least
 * @throws RangeError with fewer
 */
export function ratioOverTurns(ratios: readonly number[]): RatioInterval {
  if (ratios.length < LEAST_TURNS) throw new RangeError(`${ratios.length} turns, and ${LEAST_TURNS} are needed`);
  const sorted = Float64Array.from(ratios).sort();
  const turns = sorted.length;
  /** That the interval without so many of the smallest, and of the largest, holds the median. */
  const confidenceWithout = (count: number) => 1 - 2 * chanceUpTo(turns, count);
  let left = 0;
  while (confidenceWithout(left + 1) >= OVER_TURNS) left += 1;
  return { ratio: median(ratios), low: sorted[left] as number, high: sorted[turns - 1 - left] as number, confidence: confidenceWithout(left) };
}

/** Chance that at most `count` of `turns` lie below the median. */
function chanceUpTo(turns: number, count: number): number {
  return Array.from({ length: count + 1 }, (_, below) => chanceOf(turns, below)).reduce((sum, chance) => sum + chance, 0);
}

/** Chance that `below` of `turns` do: binomial(turns, below) / 2^turns. */
function chanceOf(turns: number, below: number): number {
  let chance = 2 ** -turns;
  for (let i = 1; i <= below; i++) chance *= (turns - below + i) / i;
  return chance;
}
