/** @file What the goals about whole processes share: one command of the built CLI that touches no adapter. */
import { join } from 'node:path';
import { median, quantile } from '../../src/sweep/statistics.ts';
import { ensureFreshBuild } from '../freshBuild.ts';
import type { Goal } from '../goal.ts';
import { runProcess } from '../processes.ts';

const GOAL_SECONDS = 0.4;
const SCENARIO = 'dsv4-flash';

/** A goal on the wall time of `disagg-sim COMMAND dsv4-flash`. The first run, which warms the file cache, does not count. */
export function processGoal(name: string, command: 'check' | 'layout'): Goal {
  return {
    name,
    goal: `under ${GOAL_SECONDS} s`,
    unit: 's',
    met: (figure) => figure < GOAL_SECONDS,
    run: async ({ root, long, progress }) => {
      ensureFreshBuild(root);
      const args = [join(root, 'bin', 'disagg-sim.js'), command, SCENARIO];
      const seconds: number[] = [];
      const runs = long ? 51 : 15;
      for (let run = 0; run <= runs; run++) {
        progress(`${run} of ${runs}`);
        const measured = await runProcess(process.execPath, args, { cwd: root, timeoutSeconds: 30, watchMemory: false });
        if (run > 0) seconds.push(measured.seconds);
      }
      const evidence = {
        command: `node bin/disagg-sim.js ${command} ${SCENARIO}`,
        runs,
        fastest: Math.min(...seconds),
        slowest: Math.max(...seconds),
        p90: quantile(seconds, 0.9),
      };
      return { figure: median(seconds), adapter: null, evidence };
    },
  };
}
