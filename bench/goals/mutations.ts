/**
 * @file Goal `mutations`: single-setting mutations of valid pairs. Truth is what a hand-off on the CPU leaves in decode's memory; the checks must agree with it, and what they give
 * as mends, applied, must make the pair fit, on paper and on the CPU.
 */
import type { Goal } from '../goal.ts';
import { MUTATIONS, mutatedPair, RUN_SIZES } from '../pairs.ts';
import { type Judgement, judgeAgainstTruth, truthDevice } from '../truth.ts';

const SEED = 20_262;
/** Every mutation once on each node; --long as the goal has it. */
const COUNTS = { short: 2 * MUTATIONS.length, long: 10_000 } as const;

/** Mutations on which checks and truth disagree, or whose mend does not mend. */
export const mutations: Goal = {
  name: 'mutations',
  goal: 'every single-setting mutation that changes a byte is found, none else, and its mend makes the pair fit (10,000 with --long)',
  unit: 'mutations judged wrongly',
  met: (figure) => figure === 0,
  run: async ({ long, progress }) => {
    const count = long ? COUNTS.long : COUNTS.short;
    const device = truthDevice();
    const tally = new Map<Judgement['outcome'], number>();
    const wrong: { index: number; mutation: string; side: string; outcome: string; ids: readonly string[] }[] = [];
    for (let index = 0; index < count; index++) {
      const { mutation, side, pair } = mutatedPair(SEED, index, RUN_SIZES);
      progress(`${index} of ${count}: ${mutation}`);
      const { outcome, isRight, ids } = await judgeAgainstTruth(pair, device);
      tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
      if (!isRight) wrong.push({ index, mutation, side, outcome, ids });
    }
    return { figure: wrong.length, adapter: null, evidence: { seed: SEED, mutations: count, outcomes: Object.fromEntries(tally), wrong: wrong.slice(0, 20) } };
  },
};
