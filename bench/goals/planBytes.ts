/** @file Goal `plan-bytes`: what a finished plan holds of memory, a block: arrays, steps, entries, and room reserved but not used. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildPlan } from '../../src/plan/buildPlan.ts';
import type { Goal } from '../goal.ts';
import { fragmentedHandOff, REQUEST_TOKENS } from '../workload.ts';

const GOAL_BYTES = 40;
const REQUESTS = 64;

/** The collector, which Node hands out only when asked to. */
function exposedCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** Bytes a block that stay held after planning. */
export const planBytes: Goal = {
  name: 'plan-bytes',
  goal: `at most ${GOAL_BYTES} bytes a block`,
  unit: 'B/block',
  met: (figure) => figure <= GOAL_BYTES,
  run: async () => {
    const collect = exposedCollector();
    const heldBytes = () => {
      // Twice, since array buffers are given back only after the objects that own them.
      collect();
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const input = fragmentedHandOff(REQUESTS).planned;
    // A first plan, so that compiled code and caches are not counted as the plan's.
    buildPlan(input);
    const before = heldBytes();
    const { plan } = buildPlan(input);
    const bytes = heldBytes() - before;
    const { blocks } = plan;
    const arrays = [blocks.srcOffset, blocks.dstOffset, blocks.bytes, blocks.entry];
    const evidence = {
      requests: REQUESTS,
      tokensEach: REQUEST_TOKENS,
      blocks: blocks.count,
      steps: plan.steps.length,
      entries: plan.entries.length,
      heldBytes: bytes,
      usedArrayBytes: arrays.reduce((sum, array) => sum + array.byteLength, 0),
      reservedArrayBytes: arrays.reduce((sum, array) => sum + array.buffer.byteLength, 0),
    };
    return { figure: bytes / blocks.count, adapter: null, evidence };
  },
};
