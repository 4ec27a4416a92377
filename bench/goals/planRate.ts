/** @file Goal `plan-rate`: how many blocks are planned a second, from index lists to a finished plan, steps and entries included. */
import { buildPlan } from '../../src/plan/buildPlan.ts';
import { median } from '../../src/sweep/statistics.ts';
import type { Goal } from '../goal.ts';
import { alternate, spread, timed } from '../measure.ts';
import { fragmentedHandOff, REQUEST_TOKENS } from '../workload.ts';

const GOAL_BLOCKS = 25e6;
const REQUESTS = 64;

/** Blocks a second of `buildPlan`. */
export const planRate: Goal = {
  name: 'plan-rate',
  goal: 'at least 25 million blocks a second',
  unit: 'blocks/s',
  met: (figure) => figure >= GOAL_BLOCKS,
  run: async ({ long }) => {
    const input = fragmentedHandOff(REQUESTS).planned;
    const blocks = buildPlan(input).plan.blocks.count;
    const { plan } = await alternate({ plan: timed(() => buildPlan(input)) }, { rounds: long ? 101 : 31, sampleSeconds: 0.2, budgetSeconds: long ? 60 : 15 });
    const evidence = { requests: REQUESTS, tokensEach: REQUEST_TOKENS, blocks, secondsPerPlan: spread(plan) };
    return { figure: blocks / median(plan.seconds), adapter: null, evidence };
  },
};
