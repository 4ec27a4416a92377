/** @file Goal `repro-process`: how long a user waits for a reproduction, the whole process included, on a software adapter. */
import { join } from 'node:path';
import { median } from '../../src/sweep/statistics.ts';
import { ensureFreshBuild } from '../freshBuild.ts';
import type { Goal } from '../goal.ts';
import { runProcess } from '../processes.ts';

const GOAL_SECONDS = 5;
/** A message from its words, and a scenario on `dsv4-mini`. */
const SUBJECTS = ['DSV4 target and draft pools must share paged SWA geometry: target=(1, 4096), draft=(32, 4096)', 'guard-paged-geometry'] as const;

/** The slower of the two, each by its median. The first run, which warms the file cache, does not count. */
export const reproProcess: Goal = {
  name: 'repro-process',
  goal: `under ${GOAL_SECONDS} s`,
  unit: 's',
  met: (figure) => figure < GOAL_SECONDS,
  run: async ({ root, long, progress }) => {
    ensureFreshBuild(root);
    const runs = long ? 15 : 3;
    const medians: Record<string, number> = {};
    for (const subject of SUBJECTS) {
      const seconds: number[] = [];
      const args = [join(root, 'bin', 'disagg-sim.js'), 'repro', subject, '--device', 'software', '--json'];
      for (let run = 0; run <= runs; run++) {
        progress(`${subject.slice(0, 30)}: ${run} of ${runs}`);
        const measured = await runProcess(process.execPath, args, { cwd: root, timeoutSeconds: 60, watchMemory: false });
        if (run > 0) seconds.push(measured.seconds);
      }
      medians[subject] = median(seconds);
    }
    return {
      figure: Math.max(...Object.values(medians)),
      adapter: null,
      evidence: { command: 'node bin/disagg-sim.js repro SUBJECT --device software --json', runs, medians },
    };
  },
};
