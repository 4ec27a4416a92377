/**
 * @file The axes of sweeps: what each is called, which values it takes, and what it applies to. Suites, flags and charts all go by this list.
 */
import { SimError } from '../core/errors.ts';
import { formatBytes } from '../core/units.ts';
import { LAYOUTS } from '../model/engineConfig.ts';
import { MODEL_PRESETS } from '../model/presets.ts';
import type { AxisName, SweepWork } from './sweepWork.ts';

/** What is known of an axis. */
export interface Axis {
  /** For headings. */
  readonly title: string;
  /** Unit of its values: `tokens`, `B`; null for words and plain numbers. */
  readonly unit: string | null;
  /** `items`, engine's pools, or both. */
  readonly of: 'items' | 'engine' | 'both';
  /** The values it takes, in words, for messages. */
  readonly takes: string;
  /** The value that a text stands for; undefined where it is none of the axis's. */
  readonly parse: (text: string) => string | number | undefined;
}

const integer = (least: number, most: number, multipleOf = 1) => ({
  takes: `integers from ${least} to ${most}${multipleOf === 1 ? '' : `, multiples of ${multipleOf}`}`,
  parse: (text: string) => {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= least && value <= most && value % multipleOf === 0 ? value : undefined;
  },
});
const oneOf = (...values: readonly string[]) => ({ takes: values.join(', '), parse: (text: string) => (values.includes(text) ? text : undefined) });

const MOST_TOKENS = 2 ** 30;
const GRID_SIZE = /^(?:[1-9]|[1-5]\d|6[0-4])x(?:[1-9]|[1-5]\d|6[0-4])$/;
const PATTERNS = ['one-to-one', 'one-to-many', 'many-to-one', 'all-to-all'];

/** Every axis, in the order in which coordinates name them. */
export const AXES: { readonly [K in AxisName]: Axis } = {
  model: { title: 'model', unit: null, of: 'both', ...oneOf(...Object.keys(MODEL_PRESETS), 'items') },
  mode: { title: 'SWA in', unit: null, of: 'engine', ...oneOf('paged', 'unified') },
  layout: { title: 'layout', unit: null, of: 'engine', ...oneOf(...LAYOUTS) },
  pageSize: { title: 'page size', unit: 'tokens', of: 'engine', ...integer(1, 2 ** 20) },
  window: { title: 'window', unit: 'tokens', of: 'engine', ...integer(1, 2 ** 24) },
  draftTokens: { title: 'draft tokens', unit: 'tokens', of: 'engine', ...integer(0, 4096) },
  draft: { title: 'draft pool', unit: null, of: 'engine', ...oneOf('no', 'yes') },
  kvRows: { title: 'KV rows', unit: null, of: 'engine', ...oneOf('fp8', 'bf16', 'fp4-indexer') },
  length: { title: 'request', unit: 'tokens', of: 'engine', ...integer(1, MOST_TOKENS) },
  batch: { title: 'batch', unit: null, of: 'both', ...integer(1, 2 ** 20) },
  fragmentation: {
    title: 'fragmentation',
    unit: null,
    of: 'both',
    takes: 'numbers from 0 to 1',
    parse: (text) => (/^(?:0|1|0?\.\d+|1\.0+|0\.0+)$/.test(text) ? Number(text) : undefined),
  },
  grid: {
    title: 'grid',
    unit: null,
    of: 'both',
    takes: `${PATTERNS.join(', ')}, or tensor-parallel sizes such as 2x4 (prefill 2, decode 4; up to 64)`,
    parse: (text) => (PATTERNS.includes(text) || GRID_SIZE.test(text) ? text : undefined),
  },
  itemBytes: { title: 'item', unit: 'B', of: 'items', ...integer(4, 2 ** 30, 4) },
};

/** Values of some axes. */
export type AxisValues = { readonly [K in AxisName]?: readonly SweepWork[K][] };

/** Whether there is an axis of this name. */
export function isAxisName(name: string): name is AxisName {
  return Object.hasOwn(AXES, name);
}

/** Names of the axes that have values, in the order of `AXES`. */
export function axisNamesOf(axes: AxisValues): AxisName[] {
  return Object.keys(AXES).filter((name): name is AxisName => isAxisName(name) && axes[name] !== undefined);
}

/**
 * Values of an axis from the text of a flag: a list with commas.
 * @param flag what the user wrote, for the message
 * @throws SimError(bad-input) that names the axis, the value and what it takes
 */
export function parseAxisValues(name: AxisName, text: string, flag: string): AxisValues {
  const axis = AXES[name];
  const values = text.split(',').map((part) => {
    const value = axis.parse(part.trim());
    if (value === undefined) {
      throw new SimError('bad-input', {
        what: `the axis ${name} does not take this value`,
        values: { found: part.trim() === '' ? 'nothing' : part.trim() },
        where: { file: flag },
        mend: `It takes ${axis.takes}.`,
      });
    }
    return value;
  });
  return { [name]: [...new Set(values)] };
}

/**
 * Item sizes, powers of two times the least, up to the largest.
 * @throws SimError(bad-input) where there are none
 */
export function itemSizes(leastBytes: number, mostBytes: number): AxisValues {
  const at = (bytes: number, flag: string) => {
    if (AXES.itemBytes.parse(String(bytes)) === undefined) {
      const values = { found: `${bytes} B` };
      throw new SimError('bad-input', {
        what: 'the axis itemBytes does not take this value',
        values,
        where: { file: flag },
        mend: `It takes ${AXES.itemBytes.takes}.`,
      });
    }
  };
  at(leastBytes, '--min-item');
  at(mostBytes, '--max-item');
  if (leastBytes > mostBytes) {
    throw new SimError('bad-input', {
      what: 'the axis itemBytes has no values: the least item is larger than the largest',
      values: { '--min-item': formatBytes(leastBytes), '--max-item': formatBytes(mostBytes) },
      mend: 'Lower --min-item, or raise --max-item.',
    });
  }
  const itemBytes: number[] = [];
  for (let bytes = leastBytes; bytes <= mostBytes; bytes *= 2) itemBytes.push(bytes);
  return { itemBytes };
}
