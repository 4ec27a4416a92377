/** @file How sure a ratio of two times is: the bootstrap, with a fixed seed. */
import type { RandomStream } from '../core/random.ts';
import type { RatioInterval } from './compareReport.ts';
import { quantile } from './statistics.ts';

const RESAMPLES = 1000;

/**
 * A time from one side's samples, by the indices of those that count: all of them, or a draw with replacement.
 */
export type Statistic = (indices: readonly number[]) => number;

/** One side: how many samples it has, and what is taken of them. */
export interface Side {
  readonly count: number;
  readonly statistic: Statistic;
}

/**
 * The ratio of a statistic of `b` over that of `a`, with a percentile bootstrap interval: both sides' samples drawn again with replacement, each side by itself.
 * @param confidence such as 0.99
 */
export function ratioOf(a: Side, b: Side, confidence: number, random: RandomStream): RatioInterval {
  const drawn = Array.from({ length: RESAMPLES }, () => b.statistic(draw(b.count, random)) / a.statistic(draw(a.count, random)));
  const tail = (1 - confidence) / 2;
  return { ratio: b.statistic(all(b.count)) / a.statistic(all(a.count)), low: quantile(drawn, tail), high: quantile(drawn, 1 - tail) };
}

function all(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function draw(count: number, random: RandomStream): number[] {
  return Array.from({ length: count }, () => random.below(count));
}

/** A quantile of the samples that are drawn. */
export function quantileSide(samples: readonly number[], q: number): Side {
  return { count: samples.length, statistic: (indices) => quantile(pick(samples, indices), q) };
}

/** The samples at these indices. */
export function pick(samples: readonly number[], indices: readonly number[]): number[] {
  return indices.map((i) => samples[i] as number);
}
