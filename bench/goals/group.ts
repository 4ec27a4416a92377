/**
 * @file Goal `group`: grouping of index lists against the same in numpy, which is what the imitated engine uses. Both get the same int32 lists
 * and must find equally many runs. Ours fills a buffer that is used again, as the planner does; with a fresh one a call it is in the evidence,
 * as are two other numpy variants: the runs as Python lists, which is what the engine's own function returns
 * (`group_concurrent_contiguous`, 2026-08), and the break positions alone, from which no runs are made.
 */
import { randomStream } from '../../src/core/random.ts';
import { groupRuns, RunBuffer } from '../../src/plan/grouping.ts';
import type { Goal } from '../goal.ts';
import { alternate, type Effort, medianRatio, spread, timed } from '../measure.ts';
import { type NumpyGrouping, type NumpyVariant, startNumpy } from '../yardsticks/numpyGrouping.ts';

const SIZES = [64, 1_000, 10_000, 1_000_000] as const;

/** The numpy variant that the goal is held against: the engine's own `group_concurrent_contiguous` ends in lists. All variants are in the evidence. */
const YARDSTICK: NumpyVariant = 'lists';

/** A way the entries can lie, and the speed-up that must be reached in it. */
interface Shape {
  readonly name: 'contiguous' | 'fragmented';
  readonly speedUp: number;
  makeLists(entries: number): readonly [src: Int32Array, dst: Int32Array];
}

const ascending = (entries: number, first: number) => Int32Array.from({ length: entries }, (_, i) => first + i);

/** Contiguous lists are one run; fragmented ones are shuffled, so that nearly every pair is a run of its own. */
const SHAPES: readonly Shape[] = [
  { name: 'contiguous', speedUp: 10, makeLists: (entries) => [ascending(entries, 1), ascending(entries, 7)] },
  {
    name: 'fragmented',
    speedUp: 200,
    makeLists: (entries) => {
      const shuffled = (side: string) => Int32Array.from(randomStream(1, `bench/group/${side}/${entries}`).shuffle([...ascending(entries, 1)]));
      return [shuffled('src'), shuffled('dst')];
    },
  },
];

async function measureCase(numpy: NumpyGrouping, shape: Shape, entries: number, effort: Effort) {
  const [src, dst] = shape.makeLists(entries);
  const buffer = new RunBuffer();
  const runs = groupRuns(src, dst, buffer).count;
  const numpyRuns = await numpy.load(src, dst);
  if (runs !== numpyRuns) throw new Error(`${shape.name}, ${entries} entries: we find ${runs} runs, numpy ${numpyRuns}`);
  const samples = await alternate(
    {
      ours: timed(() => groupRuns(src, dst, buffer)),
      oursFresh: timed(() => groupRuns(src, dst)),
      arrays: numpy.contender('arrays'),
      lists: numpy.contender('lists'),
      breaks: numpy.contender('breaks'),
    },
    effort,
  );
  const speedUp = medianRatio(samples[YARDSTICK], samples.ours);
  return {
    shape: shape.name,
    entries,
    runs,
    speedUp,
    mustBe: shape.speedUp,
    share: speedUp / shape.speedUp,
    speedUps: {
      overArrays: medianRatio(samples.arrays, samples.ours),
      overLists: medianRatio(samples.lists, samples.ours),
      overBreaks: medianRatio(samples.breaks, samples.ours),
      ofFreshBufferOverArrays: medianRatio(samples.arrays, samples.oursFresh),
      ofFreshBufferOverLists: medianRatio(samples.lists, samples.oursFresh),
    },
    secondsPerCall: Object.fromEntries(Object.entries(samples).map(([name, sample]) => [name, spread(sample)])),
  };
}

/** Speed-up of grouping over numpy, as the smallest share of what each of the eight cases must reach. */
export const group: Goal = {
  name: 'group',
  goal: 'speed-up over numpy at least 10 contiguous, 200 fragmented (smallest share of these)',
  unit: 'share',
  met: (figure) => figure >= 1,
  run: async ({ long, progress }) => {
    const effort: Effort = long ? { rounds: 31, sampleSeconds: 0.05, budgetSeconds: 60 } : { rounds: 11, sampleSeconds: 0.02, budgetSeconds: 5 };
    const numpy = await startNumpy();
    try {
      const cases: Awaited<ReturnType<typeof measureCase>>[] = [];
      for (const shape of SHAPES) {
        for (const entries of SIZES) {
          progress(`${shape.name}, ${entries} entries`);
          cases.push(await measureCase(numpy, shape, entries, effort));
        }
      }
      return { figure: Math.min(...cases.map(({ share }) => share)), adapter: null, evidence: { numpy: numpy.version, yardstick: YARDSTICK, cases } };
    } finally {
      await numpy.close();
    }
  },
};
