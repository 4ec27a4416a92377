/** @file What `start-seconds` and `start-memory` share: the first thing a user does after installation, `npm start`, with all that it starts. */
import type { AdapterInfo } from '../../src/device/device.ts';
import { inspectAdapters } from '../../src/device/node/inspectAdapters.ts';
import { ensureFreshBuild } from '../freshBuild.ts';
import type { BenchContext } from '../goal.ts';
import { type ProcessRun, runProcess } from '../processes.ts';

/** Runs `npm start` some times. Looking at memory costs time, so seconds and bytes are never taken from one run. */
export async function startRuns({ root, long, progress }: BenchContext, watchMemory: boolean): Promise<readonly ProcessRun[]> {
  ensureFreshBuild(root);
  const runs: ProcessRun[] = [];
  const count = long ? 9 : 3;
  for (let run = 1; run <= count; run++) {
    progress(`${run} of ${count}`);
    runs.push(await runProcess('npm', ['start'], { cwd: root, timeoutSeconds: 120, watchMemory }));
  }
  return runs;
}

/** The adapter that `npm start` takes on this machine, null for none. */
export async function adapterTaken(): Promise<AdapterInfo | null> {
  return (await inspectAdapters()).wouldTake.auto;
}
