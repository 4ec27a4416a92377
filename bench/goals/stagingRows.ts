/**
 * @file Goal `staging-rows`: the sliding window's ring rows of one request in unified mode, 43 layers of 128 rows of 1,024 B: a copy command a row against gather, one copy, scatter. Rows are
 * the smallest items that an engine posts, so that what a command costs shows most.
 */

import { acquireDevice } from '../../src/device/node/acquireDevice.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { layOut, numberNodes } from '../../src/session/nodeMemory.ts';
import { lowerPlan } from '../../src/strategies/lower.ts';
import { strategyNamed } from '../../src/strategies/registry.ts';
import type { Goal } from '../goal.ts';
import { alternate, medianRatio, spread } from '../measure.ts';
import { transferContender } from '../transfers.ts';
import { fragmentedHandOff, planWithoutMetadata } from '../workload.ts';

const ROWS = 43 * 128;
const ROW_BYTES = 1024;
/** On a real GPU. */
const LEAST_SPEED_UP = 5;

/** The plan's ring rows alone. */
function ringRows({ entries, blocks, steps }: Plan): Plan {
  const kept = Array.from({ length: blocks.count }, (_, i) => i).filter((i) => entries[blocks.entry[i] as number]?.type === 'swa_ring');
  const offsets = (values: Float64Array) => Float64Array.from(kept, (i) => values[i] as number);
  const words = (values: Uint32Array) => Uint32Array.from(kept, (i) => values[i] as number);
  const { srcOffset, dstOffset, bytes, entry } = blocks;
  return {
    entries,
    steps,
    blocks: { count: kept.length, srcOffset: offsets(srcOffset), dstOffset: offsets(dstOffset), bytes: words(bytes), entry: words(entry) },
  };
}

/** How many times staging is faster than a command a row. */
export const stagingRows: Goal = {
  name: 'staging-rows',
  goal: `at least ${LEAST_SPEED_UP} times a command a row on a real GPU; on software the figure, printed`,
  unit: 'times',
  met: (figure, adapter) => adapter !== null && (adapter.software || figure >= LEAST_SPEED_UP),
  run: async ({ long, progress }) => {
    const device = await acquireDevice({ choice: 'auto' });
    progress(device.adapter.name);
    try {
      const handOff = fragmentedHandOff(1, 'unified');
      const memory = await layOut(device, handOff.prefill, handOff.decode, numberNodes(handOff.prefill, handOff.decode));
      const lowered = lowerPlan(ringRows(planWithoutMetadata(handOff)), memory.prefill, memory.decode);
      if (lowered.blocks !== ROWS || lowered.bytes !== ROWS * ROW_BYTES) throw new Error(`the plan has ${lowered.blocks} ring rows, ${lowered.bytes} B`);
      const names = ['per-item', 'merged', 'shader', 'staging'] as const;
      const ready = await Promise.all(names.map(async (name) => [name, await transferContender(device, lowered, strategyNamed(name))] as const));
      const samples = await alternate(Object.fromEntries(ready.map(([name, { run }]) => [name, run])), {
        rounds: long ? 300 : 100,
        sampleSeconds: 0,
        budgetSeconds: long ? 60 : 15,
      });
      const of = (name: (typeof names)[number]) => samples[name] as NonNullable<(typeof samples)[string]>;
      const strategies = names.map((name) => ({ name, overPerItem: medianRatio(of('per-item'), of(name)), seconds: spread(of(name)) }));
      const evidence = { rows: ROWS, rowBytes: ROW_BYTES, strategies };
      return { figure: medianRatio(of('per-item'), of('staging')), adapter: device.adapter, evidence };
    } finally {
      await device.close();
    }
  },
};
