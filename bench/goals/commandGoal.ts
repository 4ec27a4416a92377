/** @file What the goals about one command of the built CLI share: files to work on, and the wall time of the whole process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, quantile } from '../../src/sweep/statistics.ts';
import { ensureFreshBuild } from '../freshBuild.ts';
import type { Goal } from '../goal.ts';
import { runProcess } from '../processes.ts';

/** A command and how fast it must be. */
export interface CommandGoal {
  readonly name: string;
  readonly goalSeconds: number;
  /** Writes the files that it works on. @returns the arguments, and what is worth saying of them */
  prepare(folder: string): { readonly args: readonly string[]; readonly facts: Readonly<Record<string, unknown>> };
  /** Throws where the output is not that of a command that did its work. */
  verify(stdout: string): void;
}

/** Exit 1 is an answer (`refused`, and the like), not a failure. */
const ANSWERED = '"$0" "$@"; [ $? -le 1 ]';

/** The goal. The first run, which warms the file cache, does not count. */
export function commandGoal({ name, goalSeconds, prepare, verify }: CommandGoal): Goal {
  return {
    name,
    goal: `under ${goalSeconds} s`,
    unit: 's',
    met: (figure) => figure < goalSeconds,
    run: async ({ root, long, progress }) => {
      ensureFreshBuild(root);
      const folder = mkdtempSync(join(tmpdir(), 'disagg-sim-bench-'));
      try {
        const { args, facts } = prepare(folder);
        const command = ['-c', ANSWERED, process.execPath, join(root, 'bin', 'disagg-sim.js'), ...args];
        const seconds: number[] = [];
        const runs = long ? 51 : 15;
        for (let run = 0; run <= runs; run++) {
          progress(`${run} of ${runs}`);
          const measured = await runProcess('sh', command, { cwd: folder, timeoutSeconds: 30, watchMemory: false });
          verify(measured.stdout);
          if (run > 0) seconds.push(measured.seconds);
        }
        const spread = { fastest: Math.min(...seconds), slowest: Math.max(...seconds), p90: quantile(seconds, 0.9) };
        return { figure: median(seconds), adapter: null, evidence: { command: `disagg-sim ${args[0]}`, ...facts, runs, ...spread } };
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The JSON that a command printed. */
export function printed(stdout: string): Readonly<Record<string, unknown>> {
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}
