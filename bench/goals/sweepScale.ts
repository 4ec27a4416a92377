/**
 * @file Goal `sweep-scale`: planning and grouping one hand-off of a million pages, and a scenario of 200,000 requests resolved, laid out and planned. Each runs at its size and at half
 * of it, as processes of their own in turns: twice the work in at most 2.3 times the processor's time (the least of each, since other work only adds), all of it in less than 2 GiB.
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
const TURNS = 3;
/** The garbage collector's threads spend processor time waiting for each other, the more the larger the heap: that is no work. */
const NODE_FLAGS = ['--single-threaded-gc', '--import', 'tsx'];

/** What a process of scaleWork.ts did. */
interface Scaled {
  readonly seconds: Readonly<Record<string, number>>;
  readonly blocks: number;
  readonly runs: number;
  readonly peakBytes: number;
}

async function scaled(root: string, kind: string, size: number): Promise<Scaled> {
  const args = [...NODE_FLAGS, 'bench/scaleWork.ts', kind, String(size)];
  const { stdout, peakBytes } = await runProcess(process.execPath, args, { cwd: root, timeoutSeconds: TIMEOUT_SECONDS, watchMemory: true });
  return { ...(JSON.parse(stdout) as Omit<Scaled, 'peakBytes'>), peakBytes: peakBytes ?? Number.NaN };
}

function leastOf(turns: readonly Scaled[]): number {
  return Math.min(...turns.map(({ seconds }) => Object.values(seconds).reduce((sum, part) => sum + part, 0)));
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
      const half: Scaled[] = [];
      const whole: Scaled[] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        progress(`${size / 2} ${kind}, turn ${turn + 1} of ${TURNS}`);
        half.push(await scaled(root, kind, size / 2));
        progress(`${size} ${kind}, turn ${turn + 1} of ${TURNS}`);
        whole.push(await scaled(root, kind, size));
      }
      cases.push({ kind, size, ratio: leastOf(whole) / leastOf(half), half, whole });
    }
    const shares = cases.flatMap(({ ratio, whole }) => [ratio / MOST_RATIO, ...whole.map(({ peakBytes }) => peakBytes / MOST_BYTES)]);
    return { figure: Math.max(...shares), adapter: null, evidence: { cases } };
  },
};
