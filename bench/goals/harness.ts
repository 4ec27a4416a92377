/**
 * @file Goal `harness`: what measuring adds to what is measured. The same transfer timed bare (a loop around it, one clock) and through the harness (its contender, its samples), in
 * turns; both wait for the same end.
 */
import { strategyNamed } from '../../src/strategies/registry.ts';
import { timedOf } from '../../src/sweep/ceilings.ts';
import { takeSample } from '../../src/sweep/sampling.ts';
import type { Goal } from '../goal.ts';
import { alternate, medianRatio, spread } from '../measure.ts';
import { laidOutPoint } from '../sweepPlace.ts';

const MOST_OVERHEAD = 0.02;
const LENGTH = 65_536;

/** The harness's time over the bare one, less 1. */
export const harness: Goal = {
  name: 'harness',
  goal: `under ${100 * MOST_OVERHEAD} %`,
  unit: 'share',
  met: (figure) => figure < MOST_OVERHEAD,
  run: async ({ long }) => {
    const { device, place } = await laidOutPoint(LENGTH);
    try {
      const { lowered } = place.carriedBy(strategyNamed('merged'));
      const prepared = await strategyNamed('merged').prepare(device, lowered);
      const contender = async () => timedOf(await prepared.run());
      const samples = await alternate(
        {
          // The whole loop, harness and all, on the clock of this file: what a sample costs beside what it says.
          bare: async (repeats) => {
            const start = performance.now();
            for (let i = 0; i < repeats; i++) await prepared.run();
            return (performance.now() - start) / 1000;
          },
          harness: async (repeats) => {
            const start = performance.now();
            await takeSample(contender, repeats);
            return (performance.now() - start) / 1000;
          },
          figure: async (repeats) => (await takeSample(contender, repeats)).wall * repeats,
        },
        { rounds: long ? 301 : 101, sampleSeconds: 0.02, budgetSeconds: long ? 120 : 30 },
      );
      const overhead = medianRatio(samples.harness, samples.bare) - 1;
      const evidence = {
        bytes: lowered.bytes,
        overhead,
        // Waiting for a timestamp to be read is in the loop, and not in the figure.
        figureOverBare: medianRatio(samples.figure, samples.bare),
        bare: spread(samples.bare),
        harness: spread(samples.harness),
        figure: spread(samples.figure),
      };
      return { figure: Math.max(0, overhead), adapter: device.adapter, evidence };
    } finally {
      await device.close();
    }
  },
};
