/** @file How sure a ratio of medians is: the bootstrap, with a fixed seed. */
import type { RandomStream } from '../core/random.ts';
import type { RatioInterval } from './compareReport.ts';
import { median, quantile } from './statistics.ts';

const RESAMPLES = 1000;

/**
 * The ratio of the medians of `b` over `a`, with a percentile bootstrap interval: both sides drawn again with replacement, each by itself.
 * @param confidence such as 0.99
 * @throws RangeError without samples
 */
export function ratioOfMedians(a: readonly number[], b: readonly number[], confidence: number, random: RandomStream): RatioInterval {
  const drawn = Array.from({ length: RESAMPLES }, () => median(resample(b, random)) / median(resample(a, random)));
  const tail = (1 - confidence) / 2;
  return { ratio: median(b) / median(a), low: quantile(drawn, tail), high: quantile(drawn, 1 - tail) };
}

function resample(samples: readonly number[], random: RandomStream): number[] {
  return samples.map(() => samples[random.below(samples.length)] as number);
}
