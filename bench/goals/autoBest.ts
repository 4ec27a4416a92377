/**
 * @file Goal `auto-best`: at every place of every built-in suite, `auto` against the best of the strategies that it chooses from, all in turns on one device. `whole-pool` is a bound and not a
 * way to hand over, `host-bounce` and `two-devices` are detours for what they cost: none of these is a candidate.
 *
 * The best of several that are alike is the luckiest of them, so that one of their own kind would seem slower: half of the rounds say which is the best, the other half how much slower `auto` is.
 */
import type { Device } from '../../src/device/device.ts';
import { acquireDevice } from '../../src/device/node/acquireDevice.ts';
import { STRATEGIES, strategyNamed } from '../../src/strategies/registry.ts';
import { layOutPlace } from '../../src/sweep/placeOnDevice.ts';
import { planSuite, type SweepPoint } from '../../src/sweep/planSweep.ts';
import { SUITES } from '../../src/sweep/suites.ts';
import type { Goal } from '../goal.ts';
import { alternate, type Effort, medianRatio, type Samples, spread } from '../measure.ts';
import { type TransferContender, transferContender } from '../transfers.ts';

/** `auto` may take this many times the best's time. */
const WITHIN = 1.05;
/** At this share of the places. */
const LEAST_SHARE = 0.95;

const CANDIDATES = STRATEGIES.filter(({ kind }) => kind === 'single');
/** Who takes this many times the best's time in a first look is not the best, and takes no more of the time. */
const FAR_BEHIND = 1.5;
const FIRST_LOOK: Effort = { rounds: 3, sampleSeconds: 0, budgetSeconds: 2 };

/** One place, measured. */
interface PlaceResult {
  readonly place: string;
  readonly best: string;
  /** `auto`'s time over the best's. */
  readonly ratio: number;
  readonly note: string | null;
  readonly seconds: Readonly<Record<string, number>>;
}

async function measurePlace(device: Device, place: string, { scenario }: SweepPoint['place'], effort: Effort): Promise<PlaceResult> {
  const laidOut = await layOutPlace(device, scenario);
  const ready = new Map<string, TransferContender>();
  try {
    for (const strategy of [...CANDIDATES, strategyNamed('auto')]) {
      ready.set(strategy.name, await transferContender(device, laidOut.carriedBy(strategy).lowered, strategy));
    }
    const contenders = (names: readonly string[]) => Object.fromEntries([...ready].flatMap(([name, { run }]) => (names.includes(name) ? [[name, run]] : [])));
    const first = await alternate(contenders([...ready.keys()]), FIRST_LOOK);
    const leastOf = (name: string) => Math.min(...(first[name]?.seconds ?? []));
    const least = Math.min(...CANDIDATES.map(({ name }) => leastOf(name)));
    const near = CANDIDATES.map(({ name }) => name).filter((name) => leastOf(name) < FAR_BEHIND * least);
    const samples = { ...first, ...(await alternate(contenders([...near, 'auto']), effort)) };
    const medianOf = (name: string, parity: 0 | 1) => spread(everyOther(samples[name], parity)).median;
    const [best] = near.toSorted((a, b) => medianOf(a, 0) - medianOf(b, 0));
    if (best === undefined) throw new Error('there is no strategy');
    const ratio = medianRatio(everyOther(samples.auto, 1), everyOther(samples[best], 1));
    const seconds = Object.fromEntries(Object.entries(samples).map(([name, sample]) => [name, spread(sample).median]));
    return { place, best, ratio, note: ready.get('auto')?.told.note ?? null, seconds };
  } finally {
    for (const { release } of ready.values()) await release();
    await laidOut.release();
  }
}

/** The samples of every other round. */
function everyOther(samples: Samples | undefined, parity: 0 | 1): Samples {
  if (samples === undefined) throw new Error('it was not measured');
  return { ...samples, seconds: samples.seconds.filter((_, round) => round % 2 === parity) };
}

/** Share of all places where `auto` is within 5 % of the best single strategy. */
export const autoBest: Goal = {
  name: 'auto-best',
  goal: `within ${Math.round(100 * (WITHIN - 1))} % of the best single strategy at ${100 * LEAST_SHARE} % of all suites' places`,
  unit: 'share',
  met: (figure) => figure >= LEAST_SHARE,
  run: async ({ long, progress }) => {
    const device = await acquireDevice({ choice: 'auto' });
    const effort: Effort = long ? { rounds: 200, sampleSeconds: 0.02, budgetSeconds: 30 } : { rounds: 40, sampleSeconds: 0.01, budgetSeconds: 4 };
    const places: PlaceResult[] = [];
    const failed: { readonly place: string; readonly reason: string }[] = [];
    try {
      for (const suite of SUITES) {
        const { points } = planSuite({ suite, values: {}, strategies: ['auto'], seed: 1 });
        for (const { place } of points) {
          const name = `${suite.name}: ${Object.entries(place.coordinates)
            .map(([axis, value]) => `${axis} ${value}`)
            .join(', ')}`;
          progress(name);
          try {
            places.push(await measurePlace(device, name, place, effort));
          } catch (error) {
            failed.push({ place: name, reason: error instanceof Error ? error.message : String(error) });
          }
        }
      }
    } finally {
      await device.close();
    }
    // A place that cannot be had is no place where auto is good.
    const within = places.filter(({ ratio }) => ratio <= WITHIN).length;
    const missed = places.filter(({ ratio }) => ratio > WITHIN).sort((a, b) => b.ratio - a.ratio);
    return {
      figure: within / (places.length + failed.length),
      adapter: device.adapter,
      evidence: { within: WITHIN, places: places.length, candidates: CANDIDATES.map(({ name }) => name), missed, failed, all: places },
    };
  },
};
