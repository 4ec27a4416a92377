/**
 * @file How samples are taken: contenders are warmed up, get as many iterations as the clocks ask for, and then take turns, so that whatever else the machine does falls on all
 * of them.
 */
import { randomStream } from '../core/random.ts';
import { fairTurns } from '../core/turns.ts';
import type { ClockQuanta } from './clocks.ts';

/** How long one transfer took, seconds. Parts that a contender does not have are null, in all of its transfers alike. */
export interface Timed {
  readonly wall: number;
  readonly encode: number | null;
  readonly submit: number | null;
  readonly gpu: number | null;
  /** Beside `wall`, not in it. */
  readonly prepare: number | null;
}

/** Does its work once. */
export type Contender = () => Promise<Timed>;

/** How much to measure. */
export interface Effort {
  /** Samples of each contender, fewer where `budgetSeconds` are over before. */
  readonly samples: number;
  /** No further round begins after this long, once there are `LEAST_SAMPLES`. */
  readonly budgetSeconds: number;
}

/** Samples of one contender, seconds a transfer, in the order taken; round i is every contender's i-th. */
export interface Samples {
  readonly iterationsPerSample: number;
  readonly wall: readonly number[];
  readonly encode: readonly number[] | null;
  readonly submit: readonly number[] | null;
  readonly gpu: readonly number[] | null;
  readonly prepare: readonly number[] | null;
}

/** A median of fewer means nothing. */
export const LEAST_SAMPLES = 5;
/** A sample is at least so many steps of the wall clock: its rounding is a thousandth then. */
const WALL_STEPS = 1000;
/** Each transfer's own timestamps are rounded, which averages out over a sample: so fewer steps do. */
const GPU_STEPS = 100;
/** A sample is at least this long, seconds, however fine the clock: shorter ones measure what surrounds them; longer ones are hit by the scheduler more often. */
const LEAST_SAMPLE_SECONDS = 0.0005;
/** The first transfer pays for fresh buffers and pipelines, the second for what the first left to do. */
const WARM_UP_TRANSFERS = 3;
const MOST_ITERATIONS = 10_000;
/** Of the order of turns. */
const TURNS_SEED = 1;

/** How long one sample must be for clocks this fine, seconds. */
export function leastSampleSeconds({ gpu, wall }: ClockQuanta): number {
  return Math.max(LEAST_SAMPLE_SECONDS, wall * 1e-9 * WALL_STEPS, (gpu ?? 0) * 1e-9 * GPU_STEPS);
}

/**
 * Warms up, calibrates, measures. Every round has another order of contenders, so that none always follows the same one.
 * @param onRound called before each round, such as for progress; what it throws ends the measurement
 * @throws whatever a contender throws
 */
export async function alternate<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  quanta: ClockQuanta,
  effort: Effort,
  onRound: (done: number, total: number) => void = () => {},
): Promise<Record<Name, Samples>> {
  const names = Object.keys(contenders) as Name[];
  const iterations = {} as Record<Name, number>;
  const taken = {} as Record<Name, Timed[]>;
  for (const name of names) {
    iterations[name] = Math.min(MOST_ITERATIONS, Math.max(1, Math.ceil(leastSampleSeconds(quanta) / (await warmUp(contenders[name])))));
    taken[name] = [];
  }
  const turns = fairTurns(names.length, randomStream(TURNS_SEED, 'turns'));
  const start = performance.now();
  for (let round = 0; round < effort.samples; round++) {
    if (round >= LEAST_SAMPLES && (performance.now() - start) / 1000 > effort.budgetSeconds) break;
    onRound(round, effort.samples);
    for (const turn of turns()) {
      const name = names[turn] as Name;
      taken[name].push(await takeSample(contenders[name], iterations[name]));
    }
  }
  return Object.fromEntries(names.map((name) => [name, samplesOf(taken[name], iterations[name])])) as Record<Name, Samples>;
}

/** Runs a few times. @returns the shortest wall time, and never nothing */
async function warmUp(contender: Contender): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < WARM_UP_TRANSFERS; i++) shortest = Math.min(shortest, (await contender()).wall);
  return Math.max(shortest, 1e-9);
}

/** One sample: the mean of so many transfers. */
export async function takeSample(contender: Contender, iterations: number): Promise<Timed> {
  let sum = await contender();
  for (let i = 1; i < iterations; i++) sum = plus(sum, await contender());
  const mean = (value: number | null) => (value === null ? null : value / iterations);
  return { wall: sum.wall / iterations, encode: mean(sum.encode), submit: mean(sum.submit), gpu: mean(sum.gpu), prepare: mean(sum.prepare) };
}

function plus(a: Timed, b: Timed): Timed {
  const both = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other);
  return {
    wall: a.wall + b.wall,
    encode: both(a.encode, b.encode),
    submit: both(a.submit, b.submit),
    gpu: both(a.gpu, b.gpu),
    prepare: both(a.prepare, b.prepare),
  };
}

function samplesOf(taken: readonly Timed[], iterationsPerSample: number): Samples {
  const part = (of: (timed: Timed) => number | null) => {
    const values = taken.map(of).filter((value) => value !== null);
    // A sample without a believable figure makes the others tell another story than `wall`.
    return values.length === taken.length ? values : null;
  };
  return {
    iterationsPerSample,
    wall: taken.map(({ wall }) => wall),
    encode: part(({ encode }) => encode),
    submit: part(({ submit }) => submit),
    gpu: part(({ gpu }) => gpu),
    prepare: part(({ prepare }) => prepare),
  };
}
