/** @file Goal `faults-named`: of the faults that change a byte, how many have the class that was planted named first by the diagnosis. The same runs as `faults-found`. */
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import { countBy } from '../counting.ts';
import { FAULT_COUNTS, faultRuns } from '../faultRuns.ts';
import type { Goal } from '../goal.ts';

const GOAL_SHARE = 0.99;

/** Share of the faults whose class is named first. */
export const faultsNamed: Goal = {
  name: 'faults-named',
  goal: `the class named first is the one planted in at least ${GOAL_SHARE * 100} % of the faults that change a byte`,
  unit: 'of the faults',
  met: (figure) => figure >= GOAL_SHARE,
  run: async ({ long, progress }) => {
    const { runs } = await faultRuns(long ? FAULT_COUNTS.long : FAULT_COUNTS.short, progress);
    const changing = runs.filter(({ changedWords }) => changedWords > 0);
    const others = changing.filter(({ planted, named }) => planted !== named);
    const evidence = {
      faults: runs.length,
      changing: changing.length,
      namedOtherwise: countBy(others, ({ fault, planted, named }) => `${fault.kind}: ${named} in place of ${planted}`),
      examples: others.slice(0, 20),
    };
    return { figure: (changing.length - others.length) / changing.length, adapter: new CpuDevice(0).adapter, evidence };
  },
};
