/**
 * @file How things are timed. Contenders are warmed up, given as many repeats as the clock needs, and then take turns in one run, so that
 * whatever else the machine does falls on all of them; what counts is the median.
 */
import { performance } from 'node:perf_hooks';
import { randomStream } from '../src/core/random.ts';
import { fairTurns } from '../src/core/turns.ts';
import { median, quantile } from '../src/sweep/statistics.ts';

/** Does its work `repeats` times and returns the seconds that all of them took together, by whatever clock suits it. */
export type Contender = (repeats: number) => number | Promise<number>;

/** How long to measure. */
export interface Effort {
  /** Samples of each contender, fewer when `budgetSeconds` are over before. */
  readonly rounds: number;
  /** No further round starts after this long, once there are three. */
  readonly budgetSeconds: number;
  /** Repeats are doubled until a sample lasts this long. */
  readonly sampleSeconds: number;
}

/** What one contender did. */
export interface Samples {
  /** Calls in each sample. */
  readonly repeats: number;
  /** Seconds a call, one number a round. */
  readonly seconds: readonly number[];
}

/** A median of fewer samples than this means nothing. */
const LEAST_ROUNDS = 3;

/** A repeat count never grows past this: a contender whose clock stands still is a defect, not fast. */
const MAX_REPEATS = 2 ** 30;

/** Median over the rounds of `dividend / divisor`: pairs of one round met the same machine, so drift cancels out. */
export function medianRatio(dividend: Samples, divisor: Samples): number {
  return median(dividend.seconds.map((seconds, round) => seconds / (divisor.seconds[round] ?? Number.NaN)));
}

/** The spread of samples, for evidence: seconds a call. */
export function spread(samples: Samples): { median: number; lowerQuartile: number; upperQuartile: number; rounds: number; repeats: number } {
  return {
    median: median(samples.seconds),
    lowerQuartile: quantile(samples.seconds, 0.25),
    upperQuartile: quantile(samples.seconds, 0.75),
    rounds: samples.seconds.length,
    repeats: samples.repeats,
  };
}

/** Results go here, so that the compiler cannot leave out work whose result nobody uses. */
const sink: { last: unknown } = { last: undefined };

/** A contender from a synchronous function. */
export function timed(work: () => unknown): Contender {
  return (repeats) => {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) sink.last = work();
    return (performance.now() - start) / 1000;
  };
}

/** Repeats that make a sample last `sampleSeconds`, and not much longer: the first repeat pays for what others left in the caches, and must be the same share of all. Doing so warms up. */
async function calibrate(contender: Contender, sampleSeconds: number): Promise<number> {
  for (let repeats = 1; repeats <= MAX_REPEATS; repeats *= 2) {
    const seconds = await contender(repeats);
    if (seconds >= sampleSeconds) return seconds === 0 ? repeats : Math.max(1, Math.ceil((repeats * sampleSeconds) / seconds));
  }
  throw new Error('a contender takes no time at all: its clock stands still');
}

/** Of the order of turns. */
const SEED = 1;

/** Measures contenders in turns: what a transfer leaves in the caches makes the next one up to a tenth faster or slower, and must not always fall on the same. */
export async function alternate<Name extends string>(contenders: Readonly<Record<Name, Contender>>, effort: Effort): Promise<Record<Name, Samples>> {
  const names = Object.keys(contenders) as Name[];
  const samples = {} as Record<Name, { repeats: number; seconds: number[] }>;
  for (const name of names) samples[name] = { repeats: await calibrate(contenders[name], effort.sampleSeconds), seconds: [] };
  const turns = fairTurns(names.length, randomStream(SEED, 'turns'));
  const start = performance.now();
  for (let round = 0; round < effort.rounds; round++) {
    if (round >= LEAST_ROUNDS && (performance.now() - start) / 1000 > effort.budgetSeconds) break;
    for (const turn of turns()) {
      const name = names[turn] as Name;
      const { repeats, seconds } = samples[name];
      seconds.push((await contenders[name](repeats)) / repeats);
    }
  }
  return samples;
}
