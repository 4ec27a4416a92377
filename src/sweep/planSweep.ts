/**
 * @file A sweep before anything runs: its places and points, all of them, named and hashed; and the refusal of what could never run, with the axis to blame.
 */
import { UNKNOWN_EXTRA } from '../checks/nodePair.ts';
import { canonicalJson, sha256 } from '../core/canonicalHash.ts';
import { SimError } from '../core/errors.ts';
import type { Finding } from '../core/finding.ts';
import { formatBytes } from '../core/units.ts';
import type { PoolMode } from '../model/engineConfig.ts';
import type { ResolvedScenario } from '../scenario/resolvedScenario.ts';
import { resolveScenario } from '../scenario/resolveScenario.ts';
import type { ScenarioInput } from '../scenario/scenarioSchema.ts';
import { errorsOf, examine } from '../session/examine.ts';
import { nodesBytes } from '../session/nodeMemory.ts';
import { startNodes } from '../session/startNodes.ts';
import type { StrategyName } from '../strategies/names.ts';
import { strategyNamed } from '../strategies/registry.ts';
import { AXES, type AxisValues, axisNamesOf } from './axes.ts';
import type { Coordinates } from './benchReport.ts';
import { isInShard, type Shard } from './shard.ts';
import type { Suite } from './suites.ts';
import { type AxisName, type SweepWork, scenarioOf } from './sweepWork.ts';

/** Work that all its strategies carry out: one scenario. */
export interface SweepPlace {
  /** Values of the swept axes. */
  readonly coordinates: Coordinates;
  readonly scenario: ResolvedScenario;
}

/** One place and one strategy: what is measured. */
export interface SweepPoint {
  /** Place in the whole sweep, from 0. */
  readonly index: number;
  /** The coordinates as text: equal ids of one suite mean the same point. */
  readonly id: string;
  /** Of the place, and the strategy. */
  readonly coordinates: Coordinates;
  readonly strategy: StrategyName;
  readonly place: SweepPlace;
}

/** A sweep, whole. */
export interface SweepPlan {
  readonly suite: string;
  readonly title: string;
  readonly seed: number;
  /** Ascending by `index`; strategies of one place follow one another. */
  readonly points: readonly SweepPoint[];
  /** Hash over every point's id and scenario. */
  readonly scenarioHash: string;
}

/** What is asked of a suite. */
export interface SweepRequest {
  readonly suite: Suite;
  /** Values in place of the suite's, by axis. */
  readonly values: AxisValues;
  /** In place of the suite's. */
  readonly strategies: readonly StrategyName[] | null;
  readonly seed: number;
}

/**
 * Plans a built-in suite.
 * @throws SimError(bad-input) for an axis that does not apply, or for values that could never run: the engine refuses them, or they make no scenario
 */
export function planSuite({ suite, values, strategies, seed }: SweepRequest): SweepPlan {
  demandAxesApply(suite, values);
  const axes: AxisValues = { ...suite.axes, ...values };
  const places = combinations(axes).map((coordinates) => placeAt(suite, coordinates, seed));
  demandPossible(places, axisNamesOf(values));
  const possible = places.flatMap(({ coordinates, outcome }) => ('scenario' in outcome ? [{ coordinates, scenario: outcome.scenario }] : []));
  return planPlaces(suite.name, suite.title, seed, possible, strategies ?? suite.strategies);
}

/**
 * Plans strategies over a scenario of the user's own.
 * @throws SimError(bad-input) where it refuses to start, or is no plain transfer: has faults, an order of steps, or is judged by its plan
 */
export function planScenario(scenario: ResolvedScenario, strategies: readonly StrategyName[]): SweepPlan {
  const lacks: readonly (readonly [path: string, isSet: boolean, mend: string])[] = [
    ['faults', scenario.faults.length > 0, 'Take the faults out: disagg-sim run plants them.'],
    ['schedule', scenario.schedule !== null, 'Take the schedule out: what is timed is one transfer of everything.'],
    ['judgedBy', scenario.judgedBy === 'plan', 'Leave judgedBy out: what is timed is memory.'],
  ];
  for (const [path, isSet, mend] of lacks) {
    if (isSet) throw new SimError('bad-input', { what: `a scenario with ${path} cannot be swept`, values: { scenario: scenario.name }, where: { path }, mend });
  }
  const refusal = refusalOf(scenario);
  if (refusal !== null) {
    const mend = `See: disagg-sim check ${scenario.name}`;
    throw new SimError('bad-input', { what: `the axis scenario: a node of ${scenario.name} refuses to start: ${refusal}`, mend });
  }
  return planPlaces('scenario', scenario.title, scenario.seed, [{ coordinates: { scenario: scenario.name }, scenario }], strategies);
}

/** The points of a shard. */
export function pointsOfShard({ points }: Pick<SweepPlan, 'points'>, shard: Shard): readonly SweepPoint[] {
  return points.filter(({ index }) => isInShard(index, shard));
}

function planPlaces(suite: string, title: string, seed: number, places: readonly SweepPlace[], strategies: readonly StrategyName[]): SweepPlan {
  for (const strategy of strategies) {
    if (places.some((place) => applies(strategy, place))) continue;
    throw new SimError('bad-input', {
      what: `the axis strategy at ${strategy} cannot be swept: it copies pools as they are, and pages lie elsewhere on decode`,
      mend: `Sweep --fragmentation 0 too, or leave ${strategy} out.`,
    });
  }
  const points = places
    .flatMap((place) => strategies.flatMap((strategy) => (applies(strategy, place) ? [{ place, strategy }] : [])))
    .map(({ place, strategy }, index): SweepPoint => {
      const coordinates = { ...place.coordinates, strategy };
      return { index, id: idOf(coordinates), coordinates, strategy, place };
    });
  const hash = sha256(canonicalJson(points.map(({ id, place }) => [id, place.scenario.hash])));
  return { suite, title, seed, points, scenarioHash: hash };
}

/** What copies whole pools gives decode its pages only where both nodes have them in the same places. */
function applies(strategy: StrategyName, { scenario: { fragmentation } }: SweepPlace): boolean {
  return strategyNamed(strategy).kind !== 'bound' || (fragmentation.prefill === 0 && fragmentation.decode === 0);
}

/** `mode=paged,fragmentation=1,strategy=merged`. */
function idOf(coordinates: Coordinates): string {
  return Object.entries(coordinates)
    .map(([axis, value]) => `${axis}=${value}`)
    .join(',');
}

/** An axis of items means nothing to an engine's pools, and the other way round. */
function demandAxesApply(suite: Suite, values: AxisValues): void {
  const kind = suite.base.model === 'items' ? 'items' : 'engine';
  for (const name of axisNamesOf(values)) {
    const { of } = AXES[name];
    if (of === 'both' || of === kind) continue;
    throw new SimError('bad-input', {
      what: `the suite ${suite.name} has no axis ${name}: it lays out ${kind === 'items' ? 'equal items' : 'an engine’s pools'}`,
      mend: of === 'items' ? 'Use the suite items.' : 'Use another suite, such as quick.',
    });
  }
}

/** Every combination of the axes' values, the last axis varying fastest, axes in the order of `AXES`. */
function combinations(axes: AxisValues): Coordinates[] {
  return axisNamesOf(axes).reduce<Coordinates[]>(
    (places, name) => places.flatMap((place) => (axes[name] ?? []).map((value) => ({ ...place, [name]: value }))),
    [{}],
  );
}

/** What a combination comes to: a scenario, or the reason why there is none. */
interface Tried {
  readonly coordinates: Coordinates;
  readonly outcome: { readonly scenario: ResolvedScenario } | Refused;
}

/** Why there is no scenario. */
interface Refused {
  readonly refusal: string;
  /** The axes that can be to blame, the first one before the others; all of them where that is not known. */
  readonly axes?: readonly AxisName[];
}

/** More than any device holds. Where a device has less, its places are recorded as failed. */
const MOST_PLACE_BYTES = 2 ** 40;
/** Tokens of a page that hold one row of every layer whose pages are divided into rows: C128's; in unified mode, where those are no pages, the indexer's. */
const LEAST_PAGE_TOKENS: Readonly<Record<PoolMode, number>> = { paged: 128, unified: 4 };

function placeAt(suite: Suite, coordinates: Coordinates, seed: number): Tried {
  const work: SweepWork = { ...suite.base, ...coordinates };
  const resolved = (input: ScenarioInput) => resolveScenario(input, { name: suite.name, locate: () => ({}), config: null });
  try {
    const written = scenarioOf(work, seed);
    // The pools first, with one short request: to resolve a million takes half a minute, during which no signal is heard.
    const refused = poolsRefused(work, resolved({ ...written, requests: { lengths: [1] } }));
    if (refused !== null) return { coordinates, outcome: refused };
    const scenario = resolved(written);
    const failure = work.grid === 'one-to-one' ? null : failureBetween(scenario);
    return { coordinates, outcome: failure === null ? { scenario } : { refusal: failure, axes: ['grid'] } };
  } catch (error) {
    if (error instanceof SimError && error.code === 'bad-input') return { coordinates, outcome: { refusal: error.message } };
    throw error;
  }
}

/** Why nodes of these pools do not start, or could be held by no device; null where neither is so. */
function poolsRefused({ mode, pageSize }: SweepWork, scenario: ResolvedScenario): Refused | null {
  const { ready, findings } = startNodes(scenario);
  if (ready !== null) {
    const bytes = nodesBytes(ready.prefill, ready.decode);
    if (bytes <= MOST_PLACE_BYTES) return null;
    return {
      refusal: `both nodes take ${formatBytes(bytes)}, and no device holds more than ${formatBytes(MOST_PLACE_BYTES)}`,
      axes: ['length', 'batch', 'itemBytes'],
    };
  }
  const refusal = refusalIn(findings);
  const least = LEAST_PAGE_TOKENS[mode];
  if (pageSize >= least || !refusal.startsWith('ZeroDivisionError')) return { refusal };
  return {
    refusal: `in mode ${mode} a page has at least ${least} tokens, with fewer it would hold less than a row (the engine: ${refusal})`,
    axes: ['pageSize', 'mode'],
  };
}

/** Why the nodes of a scenario do not start; null where they do. */
function refusalOf(scenario: ResolvedScenario): string | null {
  const { ready, findings } = startNodes(scenario);
  return ready === null ? refusalIn(findings) : null;
}

function refusalIn(findings: readonly Finding[]): string {
  return findings[0]?.message ?? 'a node does not start';
}

/** What would fail between two nodes that both start; null where nothing would. Those of a suite differ in their grids alone, and some grids leave nothing that could be moved. */
function failureBetween({ model, prefill, decode }: ResolvedScenario): string | null {
  const [first] = errorsOf(examine({ model, prefill: { engine: prefill, extra: UNKNOWN_EXTRA }, decode: { engine: decode, extra: UNKNOWN_EXTRA } }));
  return first?.message ?? null;
}

/**
 * @param overridden axes that the user has set, which are to blame before others
 * @throws SimError(bad-input) where a combination is refused, with the axes to blame
 */
function demandPossible(tried: readonly Tried[], overridden: readonly string[]): void {
  const refused = tried.filter(({ outcome }) => 'refusal' in outcome);
  const [first] = refused;
  if (first === undefined || !('refusal' in first.outcome)) return;
  const axes: readonly string[] = first.outcome.axes ?? Object.keys(first.coordinates);
  const blamed = Object.entries(first.coordinates)
    .filter(([axis, value]) => {
      const has = (place: Tried) => place.coordinates[axis] === value;
      const isShared = refused.every(has);
      const isNeverPossible = !tried.some((place) => has(place) && 'scenario' in place.outcome);
      // A value that all places have tells nothing, unless the user has put it there.
      return axes.includes(axis) && (isShared || isNeverPossible) && (overridden.includes(axis) || !tried.every(has));
    })
    .sort(([a], [b]) => Number(overridden.includes(b)) - Number(overridden.includes(a)) || axes.indexOf(a) - axes.indexOf(b));
  const [[axis, value] = ['', ''], ...others] = blamed;
  const together = others.map(([other, held]) => `${other} ${held}`).join(', ');
  const what =
    blamed.length === 0 ? `these values together (${idOf(first.coordinates)})` : `the axis ${axis} at ${value}${together === '' ? '' : `, with ${together},`}`;
  throw new SimError('bad-input', {
    what: `${what} cannot be swept: ${first.outcome.refusal.replace(/\.$/, '')}`,
    values: { 'refused places': refused.length, 'of all': tried.length },
    mend: blamed.length === 0 ? 'Leave one of them out.' : `Leave ${value} out of ${axis}.`,
  });
}
