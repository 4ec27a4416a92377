/**
 * @file Goal `mutations`: single-setting mutations of valid pairs. Truth is what a hand-off on the CPU leaves in decode's memory; the checks must agree with it, and what they give
 * as mends, applied, must make the pair fit, on paper and on the CPU.
 */
import type { Goal } from '../goal.ts';
import { MUTATIONS, mutatedPair, RUN_SIZES } from '../pairs.ts';
import type { Trial } from '../trial.ts';
import { runTrials } from '../trials.ts';
import { judgeAgainstTruth, truthDevice } from '../truth.ts';

const SEED = 20_262;
/** Every mutation once on each node; --long as the goal has it. */
const COUNTS = { short: 2 * MUTATIONS.length, long: 10_000 } as const;

/** Made on the first trial: a process that makes none needs none. */
let device: ReturnType<typeof truthDevice> | undefined;

/** Judges mutation number `index`. */
export async function trial(index: number): Promise<Trial> {
  device ??= truthDevice();
  const { mutation, side, pair } = mutatedPair(SEED, index, RUN_SIZES);
  const { outcome, isRight, ids } = await judgeAgainstTruth(pair, device);
  return { kind: outcome, wrong: isRight ? null : { mutation, side, outcome, ids } };
}

/** Mutations on which checks and truth disagree, or whose mend does not mend. */
export const mutations: Goal = {
  name: 'mutations',
  goal: 'every single-setting mutation that changes a byte is found, none else, and its mend makes the pair fit (10,000 with --long)',
  unit: 'mutations judged wrongly',
  met: (figure) => figure === 0,
  run: async ({ long, progress }) => {
    const count = long ? COUNTS.long : COUNTS.short;
    const { kinds, wrong, shown, slowestSeconds } = await runTrials(new URL(import.meta.url), count, progress);
    return { figure: wrong, adapter: null, evidence: { seed: SEED, mutations: count, outcomes: kinds, slowestSeconds, wrong: shown } };
  },
};
