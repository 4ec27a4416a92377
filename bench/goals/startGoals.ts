/** @file Goals `start-seconds` and `start-memory`: the first thing a user does after installation, `npm start`, with all that it starts. */
import { ensureFreshBuild } from '../freshBuild.ts';
import type { BenchContext, Goal } from '../goal.ts';
import { median } from '../measure.ts';
import { type ProcessRun, runProcess } from '../processes.ts';

const GOAL_SECONDS = 15;
const GOAL_GIB = 3;
const GIB = 2 ** 30;

/** Runs `npm start` some times; looking at memory costs time, so seconds and bytes are never taken from one run. */
async function start({ root, long, progress }: BenchContext, watchMemory: boolean): Promise<readonly ProcessRun[]> {
  ensureFreshBuild(root);
  const runs: ProcessRun[] = [];
  const count = long ? 9 : 3;
  for (let run = 1; run <= count; run++) {
    progress(`${run} of ${count}`);
    runs.push(await runProcess('npm', ['start'], { cwd: root, timeoutSeconds: 120, watchMemory }));
  }
  return runs;
}

/** Wall time of `npm start`. */
export const startSeconds: Goal = {
  name: 'start-seconds',
  goal: `under ${GOAL_SECONDS} s`,
  unit: 's',
  met: (figure) => figure < GOAL_SECONDS,
  run: async (context) => {
    const seconds = (await start(context, false)).map((run) => run.seconds);
    return { figure: median(seconds), adapter: null, evidence: { command: 'npm start', seconds } };
  },
};

/** Memory of `npm start`: the largest of the runs, summed over its processes. */
export const startMemory: Goal = {
  name: 'start-memory',
  goal: `under ${GOAL_GIB} GiB`,
  unit: 'GiB',
  met: (figure) => figure < GOAL_GIB,
  run: async (context) => {
    const bytes = (await start(context, true)).map((run) => run.peakBytes ?? Number.NaN);
    const evidence = { command: 'npm start', bytes, counted: 'high-water marks of resident memory, summed over the processes alive together' };
    return { figure: Math.max(...bytes) / GIB, adapter: null, evidence };
  },
};
