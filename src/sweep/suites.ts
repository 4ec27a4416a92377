/**
 * @file The built-in suites, as data: the work that all places share, and the values of the axes that are swept.
 */
import { SimError } from '../core/errors.ts';
import { LAYOUTS } from '../model/engineConfig.ts';
import { nearestName } from '../scenario/nearestName.ts';
import { STRATEGY_NAMES, type StrategyName } from '../strategies/names.ts';
import type { AxisValues } from './axes.ts';
import { itemSizes } from './axes.ts';
import type { SweepWork } from './sweepWork.ts';

/** A sweep by name. */
export interface Suite {
  readonly name: string;
  /** One line: the question that it answers. */
  readonly title: string;
  /** Values of the axes that are not swept. */
  readonly base: SweepWork;
  /** What is swept, beside strategies; every combination is a place. */
  readonly axes: AxisValues;
  readonly strategies: readonly StrategyName[];
}

/** One request of a small model, with everything as the server has it by default. */
const MINI: SweepWork = {
  model: 'dsv4-mini',
  mode: 'paged',
  layout: 'layer-first',
  pageSize: 256,
  window: 128,
  draftTokens: 0,
  draft: 'no',
  kvRows: 'fp8',
  length: 16_384,
  batch: 1,
  fragmentation: 1,
  grid: 'one-to-one',
  itemBytes: 65_536,
};

/** The worked example of public figures: DeepSeek-V4-Flash, one request of 64 pages. */
const FLASH: SweepWork = { ...MINI, model: 'dsv4-flash' };

/** What an engine could do, on one device. */
const MOVERS: readonly StrategyName[] = ['per-item', 'merged', 'shader', 'staging', 'auto'];
/** And what bounds it, from above and from below; the upper bound where pages lie in order. */
const ALL: readonly StrategyName[] = STRATEGY_NAMES;

/** All suites, by name. */
export const SUITES: readonly Suite[] = [
  {
    name: 'quick',
    title: 'a minute: a small model, paged and unified, in order and scattered',
    base: MINI,
    axes: { mode: ['paged', 'unified'], fragmentation: [0, 1] },
    strategies: MOVERS,
  },
  {
    name: 'flash-16k',
    title: 'DeepSeek-V4-Flash, 16,384 tokens: 4,053 items, 147 where they lie in order',
    base: FLASH,
    axes: { fragmentation: [0, 1] },
    strategies: ALL,
  },
  {
    name: 'page-size',
    title: 'tokens a page: fewer and larger items against padding',
    base: FLASH,
    axes: { pageSize: [128, 256, 512, 1024, 2048], fragmentation: [1] },
    strategies: MOVERS,
  },
  {
    name: 'ring-vs-paged',
    title: 'sliding window in pages of its own, or in ring rows, by fragmentation and draft tokens',
    base: { ...FLASH, length: 4096 },
    axes: { mode: ['paged', 'unified'], draftTokens: [0, 4], fragmentation: [0, 1] },
    strategies: MOVERS,
  },
  {
    name: 'layer-vs-page-first',
    title: 'a tensor a layer against all layers of a page in one item, in order and scattered',
    base: FLASH,
    axes: { layout: LAYOUTS, fragmentation: [0, 1] },
    strategies: MOVERS,
  },
  {
    name: 'strategies',
    title: 'every strategy side by side over the same pages, by fragmentation',
    base: { ...FLASH, length: 4096 },
    axes: { fragmentation: [0, 0.5, 1] },
    strategies: ALL,
  },
  {
    name: 'items',
    title: 'equal items from 4 KiB to 16 MiB, as transfer benches sweep them',
    base: { ...MINI, model: 'items', batch: 0 },
    axes: { grid: ['one-to-one'], ...itemSizes(2 ** 12, 2 ** 24) },
    strategies: MOVERS,
  },
];

/** The suite of that name. @throws SimError(bad-input) that lists what there is */
export function suiteNamed(name: string): Suite {
  const found = SUITES.find((suite) => suite.name === name);
  if (found !== undefined) return found;
  const names = SUITES.map((suite) => suite.name);
  const nearest = nearestName(name, names);
  throw new SimError('bad-input', {
    what: `there is no suite ${JSON.stringify(name)}`,
    mend: nearest === null ? `There are ${names.join(', ')}; --scenario FILE sweeps strategies over a scenario of your own.` : `Did you mean ${nearest}?`,
  });
}
