/**
 * @file Goal `sweep-scale`: planning and grouping one hand-off of a million pages, and a scenario of 200,000 requests resolved, laid out and planned. Each runs at its size and at half
 * of it, as a process of its own: twice the work in at most 2.3 times the processor's time, all of it in less than 2 GiB.
 */
import type { Goal } from '../goal.ts';
import { runProcess } from '../processes.ts';

const MOST_RATIO = 2.3;
const MOST_BYTES = 2 ** 31;
const WORK = [
  { kind: 'pages', size: 1_000_000 },
  { kind: 'requests', size: 200_000 },
] as const;
const TIMEOUT_SECONDS = 1800;

/** What a process of scaleWork.ts did. */
interface Scaled {
  readonly seconds: Readonly<Record<string, number>>;
  readonly blocks: number;
  readonly runs: number;
  readonly peakBytes: number;
}

async function scaled(root: string, kind: string, size: number): Promise<Scaled> {
  const args = ['--import', 'tsx', 'bench/scaleWork.ts', kind, String(size)];
  const { stdout, peakBytes } = await runProcess(process.execPath, args, { cwd: root, timeoutSeconds: TIMEOUT_SECONDS, watchMemory: true });
  return { ...(JSON.parse(stdout) as Omit<Scaled, 'peakBytes'>), peakBytes: peakBytes ?? Number.NaN };
}

function totalOf({ seconds }: Scaled): number {
  return Object.values(seconds).reduce((sum, part) => sum + part, 0);
}

/** The largest share of what time and memory may be. */
export const sweepScale: Goal = {
  name: 'sweep-scale',
  goal: 'twice the work in at most 2.3 times the time, and under 2 GiB (largest share of these)',
  unit: 'share',
  met: (figure) => figure <= 1,
  run: async ({ root, progress }) => {
    const cases = [];
    for (const { kind, size } of WORK) {
      progress(`${size / 2} ${kind}`);
      const half = await scaled(root, kind, size / 2);
      progress(`${size} ${kind}`);
      const whole = await scaled(root, kind, size);
      cases.push({ kind, size, ratio: totalOf(whole) / totalOf(half), half, whole });
    }
    const shares = cases.flatMap(({ ratio, whole }) => [ratio / MOST_RATIO, whole.peakBytes / MOST_BYTES]);
    return { figure: Math.max(...shares), adapter: null, evidence: { cases } };
  },
};
