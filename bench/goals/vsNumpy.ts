/**
 * @file Goal `vs-numpy`: the bytes of one scattered request of 16,384 tokens, moved by numpy (page by page, and an entry at a time by index arrays; the faster counts), by memcpy in C, a call a
 * block, and by `auto` on every device to be had, the CPU device included; all in turns on one machine.
 */
import type { AdapterInfo, Device } from '../../src/device/device.ts';
import { acquireDevice } from '../../src/device/node/acquireDevice.ts';
import { inspectAdapters } from '../../src/device/node/inspectAdapters.ts';
import { layOut, numberNodes } from '../../src/session/nodeMemory.ts';
import { lowerPlan } from '../../src/strategies/lower.ts';
import { strategyNamed } from '../../src/strategies/registry.ts';
import type { Goal } from '../goal.ts';
import { alternate, type Contender, medianRatio, type Samples, spread } from '../measure.ts';
import { transferContender } from '../transfers.ts';
import { fragmentedHandOff, planWithoutMetadata } from '../workload.ts';
import { startBlockMovers } from '../yardsticks/blockMovers.ts';
import { yardstickContender } from '../yardsticks/yardstickProcess.ts';

const NUMPY_VARIANTS = ['page', 'index'] as const;

/** Our best device's speed as a multiple of numpy's. */
export const vsNumpy: Goal = {
  name: 'vs-numpy',
  goal: 'our best device at least as fast as numpy moving the same pages',
  unit: 'times',
  met: (figure) => figure >= 1,
  run: async ({ long, progress }) => {
    const handOff = fragmentedHandOff(1);
    const plan = planWithoutMetadata(handOff);
    const bytes = plan.blocks.bytes.reduce((sum, length) => sum + length, 0);
    const [prefill, decode] = [handOff.prefill.ranks[0], handOff.decode.ranks[0]];
    if (prefill === undefined || decode === undefined) throw new Error('a node has no rank');
    const movers = await startBlockMovers(plan, prefill.space.bytes, decode.space.bytes);
    const devices: Device[] = [];
    try {
      const contenders: Record<string, Contender> = {};
      for (const variant of NUMPY_VARIANTS) contenders[`numpy ${variant}`] = yardstickContender(movers.numpy, variant);
      if (movers.memcpy !== null) contenders.memcpy = yardstickContender(movers.memcpy, 'memcpy');
      const ours = new Map<string, { readonly adapter: AdapterInfo; readonly note: string | null }>();
      const { tried } = await inspectAdapters();
      for (const choice of new Set(['cpu', ...tried.flatMap(({ adapters }) => adapters.map(({ name }) => name))])) {
        progress(choice);
        const device = await acquireDevice({ choice });
        devices.push(device);
        const memory = await layOut(device, handOff.prefill, handOff.decode, numberNodes(handOff.prefill, handOff.decode));
        const ready = await transferContender(device, lowerPlan(plan, memory.prefill, memory.decode), strategyNamed('auto'));
        ours.set(choice, { adapter: device.adapter, note: ready.told.note });
        contenders[choice] = ready.run;
      }
      progress('moving');
      const samples = await alternate(contenders, { rounds: long ? 301 : 101, sampleSeconds: 0, budgetSeconds: long ? 120 : 30 });
      const of = (name: string) => samples[name] as Samples;
      const fastest = (names: readonly string[]) => names.toSorted((a, b) => spread(of(a)).median - spread(of(b)).median)[0] as string;
      const numpy = fastest(NUMPY_VARIANTS.map((variant) => `numpy ${variant}`));
      const best = fastest([...ours.keys()]);
      const figures = Object.entries(samples).map(([name, sample]) => ({
        name,
        ...ours.get(name),
        overNumpy: medianRatio(of(numpy), sample),
        gbps: bytes / spread(sample).median / 1e9,
        seconds: spread(sample),
      }));
      return {
        figure: medianRatio(of(numpy), of(best)),
        adapter: ours.get(best)?.adapter ?? null,
        evidence: { blocks: plan.blocks.count, bytes, numpy, best, versions: [movers.numpy.greeting, movers.memcpy?.greeting ?? 'no C compiler'], figures },
      };
    } finally {
      await movers.close();
      for (const device of devices) await device.close();
    }
  },
};
