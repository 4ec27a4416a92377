/** @file The flags of `bench`, and what they ask for. */
import { SimError } from '../core/errors.ts';
import { nearestName } from '../scenario/nearestName.ts';
import { STRATEGY_NAMES, type StrategyName } from '../strategies/names.ts';
import { AXES, type AxisValues, axisNamesOf, isAxisName, itemSizes, parseAxisValues } from '../sweep/axes.ts';
import { FILL_BYTES } from '../sweep/sweepWork.ts';
import type { OutputFlags } from './output.ts';
import { parseBytes } from './parseBytes.ts';

/** As commander collects them. */
export interface BenchFlags extends OutputFlags {
  readonly device: string;
  readonly maxMemory?: string;
  readonly scenario?: string;
  readonly strategy?: string;
  readonly seed?: string;
  readonly samples?: string;
  readonly minItem?: string;
  readonly maxItem?: string;
  readonly pattern?: string;
  readonly batch?: string;
  readonly fragmentation?: string;
  readonly lengths?: string;
  /** `name=v1,v2`, in order. */
  readonly axis?: readonly string[];
  readonly shard?: string;
  /** False with `--no-verify`. */
  readonly verify: boolean;
  readonly recreate?: boolean;
  readonly link?: readonly string[];
  readonly calibrate?: string;
  readonly jsonl?: boolean;
  readonly csv?: boolean;
  readonly markdown?: boolean;
  readonly html?: string;
  readonly resume?: string;
  readonly list?: boolean;
}

/** Flags that stand for an axis. */
const AXIS_FLAGS = [
  ['pattern', 'grid'],
  ['batch', 'batch'],
  ['fragmentation', 'fragmentation'],
  ['lengths', 'length'],
] as const;

/** What is swept where nothing is named. */
const DEFAULT_SUITE = 'quick';
/** Item sizes where only one end is given. */
const LEAST_ITEM = '4K';
const MOST_ITEM = '16M';
const MOST_SAMPLES = 10_000;
const DEFAULT_SAMPLES = 50;
const DEFAULT_SEED = 1;

/**
 * Name of the suite that is asked for; with a scenario of the user's own it is of no account.
 * @param named undefined where the command line names none
 * @throws SimError(bad-input) where a suite and a scenario are both named: only one can be swept
 */
export function suiteOf(named: string | undefined, { scenario }: Pick<BenchFlags, 'scenario'>): string {
  if (named === undefined || scenario === undefined) return named ?? DEFAULT_SUITE;
  throw twoSources('what is swept', `the suite ${named}`, `--scenario ${scenario}`);
}

/**
 * Axis values that the flags set.
 * @throws SimError(bad-input) that names the flag, the axis and what it takes; or two flags that set one axis, since either could be meant
 */
export function axisValuesOf(flags: BenchFlags): AxisValues {
  const set: { readonly flag: string; readonly values: AxisValues }[] = AXIS_FLAGS.flatMap(([name, axis]) => {
    const text = flags[name];
    const flag = `--${name} ${text}`;
    return text === undefined ? [] : [{ flag, values: parseAxisValues(axis, text, flag) }];
  });
  const { minItem, maxItem } = flags;
  if (minItem !== undefined || maxItem !== undefined) {
    const flag = minItem === undefined ? `--max-item ${maxItem}` : `--min-item ${minItem}`;
    set.push({ flag, values: itemSizes(bytesOf(minItem ?? LEAST_ITEM, '--min-item'), bytesOf(maxItem ?? MOST_ITEM, '--max-item')) });
  }
  for (const assignment of flags.axis ?? []) set.push({ flag: `--axis ${assignment}`, values: axisOf(assignment) });
  for (const [i, { flag, values }] of set.entries()) {
    for (const axis of axisNamesOf(values)) {
      const other = set.slice(0, i).find((earlier) => axis in earlier.values);
      if (other !== undefined) throw twoSources(`the axis ${axis}`, other.flag, flag);
    }
  }
  return Object.assign({}, ...set.map(({ values }) => values));
}

function twoSources(what: string, first: string, second: string): SimError {
  return new SimError('bad-input', { what: `${what} is named twice: by ${first} and by ${second}`, mend: 'Leave one of them out.' });
}

function bytesOf(text: string, flag: string): number {
  const bytes = parseBytes(text, flag);
  if (bytes <= FILL_BYTES * 4) return bytes;
  throw new SimError('bad-input', {
    what: 'the axis itemBytes does not take this value',
    values: { found: text },
    where: { file: flag },
    mend: 'Items are at most 256M.',
  });
}

function axisOf(assignment: string): AxisValues {
  const flag = `--axis ${assignment}`;
  const split = assignment.indexOf('=');
  const name = assignment.slice(0, Math.max(0, split)).trim();
  if (isAxisName(name)) return parseAxisValues(name, assignment.slice(split + 1), flag);
  if (name === 'strategy') {
    const mend = `Use --strategy ${assignment.slice(split + 1) || 'NAMES'}.`;
    throw new SimError('bad-input', { what: 'strategies have a flag of their own, and are set by no --axis', where: { file: flag }, mend });
  }
  const names = Object.keys(AXES);
  const nearest = nearestName(name, names);
  throw new SimError('bad-input', {
    what: split < 0 ? 'expected axis=value,value' : `there is no axis ${JSON.stringify(name)}`,
    where: { file: flag },
    mend: nearest === null ? `Axes are ${names.join(', ')}.` : `Did you mean ${nearest}?`,
  });
}

/** The strategies asked for; null where the suite's own are. @throws SimError(bad-input) */
export function strategiesOf({ strategy }: BenchFlags): readonly StrategyName[] | null {
  if (strategy === undefined) return null;
  const names = strategy.split(',').map((part) => part.trim());
  const known: readonly string[] = STRATEGY_NAMES;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, known);
    throw new SimError('bad-input', {
      what: 'the axis strategy does not take this value',
      values: { found: unknown === '' ? 'nothing' : unknown },
      where: { file: `--strategy ${strategy}` },
      mend: nearest === null ? `It takes ${known.join(', ')}.` : `Did you mean ${nearest}?`,
    });
  }
  return STRATEGY_NAMES.filter((name) => names.includes(name));
}

/** @throws SimError(bad-input) */
export function seedOf({ seed }: BenchFlags): number {
  return seed === undefined ? DEFAULT_SEED : wholeNumber(seed, '--seed', 0, Number.MAX_SAFE_INTEGER);
}

/** Samples of each contender. @throws SimError(bad-input) */
export function samplesOf({ samples }: BenchFlags): number {
  return samples === undefined ? DEFAULT_SAMPLES : wholeNumber(samples, '--samples', 1, MOST_SAMPLES);
}

function wholeNumber(text: string, flag: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new SimError('bad-input', {
    what: 'this is no such number',
    values: { found: text },
    where: { file: flag },
    mend: `Use an integer from ${least} to ${most}.`,
  });
}
