/**
 * @file Goal `faults-found`: seeded single faults of every kind, in hand-offs of all presets, modes and personalities. Whether one did anything is told by comparing decode's memory with
 * that of the clean run, word by word; each that did must be found, and no words may be called wrong where none is.
 */
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import { countBy } from '../counting.ts';
import { FAULT_COUNTS, type FaultRun, faultRuns } from '../faultRuns.ts';
import type { Goal } from '../goal.ts';

/** Whether a run's verdict says that all is well. */
const passes = ({ status }: FaultRun) => status === 'PASS' || status === 'PASS_WITH_WARNING';

/** Faults that changed decode's memory and passed, words that were called wrong and are not, hand-offs that are not clean without a fault. */
export const faultsFound: Goal = {
  name: 'faults-found',
  goal: `every seeded single fault that changes a byte of decode's memory is found (${FAULT_COUNTS.long} with --long)`,
  unit: 'faults judged wrongly',
  met: (figure) => figure === 0,
  run: async ({ long, progress }) => {
    const { runs, unclean } = await faultRuns(long ? FAULT_COUNTS.long : FAULT_COUNTS.short, progress);
    const changing = runs.filter(({ changedWords }) => changedWords > 0);
    const missed = changing.filter(passes);
    const imagined = runs.filter(({ changedWords, badWords }) => changedWords === 0 && badWords > 0);
    const evidence = {
      faults: runs.length,
      changing: changing.length,
      changingByKind: countBy(changing, ({ fault }) => fault.kind),
      handOffs: countBy(runs, ({ handOff }) => handOff),
      missed: missed.slice(0, 20),
      imagined: imagined.slice(0, 20),
      unclean,
    };
    return { figure: missed.length + imagined.length + unclean.length, adapter: new CpuDevice(0).adapter, evidence };
  },
};
