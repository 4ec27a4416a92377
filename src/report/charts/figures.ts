/** @file Figures as charts and tables print them, and the scales that suit them. */
import { formatBytes, formatInteger } from '../../core/units.ts';
import { AXES } from '../../sweep/axes.ts';

/** A unit of time, and how many make a second. */
export interface TimeUnit {
  readonly name: 'ns' | 'us' | 'ms' | 's';
  readonly perSecond: number;
}

/** The unit in which times up to this one read well. */
export function timeUnit(longestSeconds: number): TimeUnit {
  if (longestSeconds < 1e-6) return { name: 'ns', perSecond: 1e9 };
  if (longestSeconds < 1e-3) return { name: 'us', perSecond: 1e6 };
  return longestSeconds < 1 ? { name: 'ms', perSecond: 1e3 } : { name: 's', perSecond: 1 };
}

/** `13.8 ms`. */
export function formatSeconds(seconds: number): string {
  const unit = timeUnit(seconds);
  return `${significant(seconds * unit.perSecond)} ${unit.name}`;
}

/** Three significant digits, without an exponent. */
export function significant(value: number): string {
  if (value === 0) return '0';
  if (Math.abs(value) >= 1000) return formatInteger(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** An axis in words, with its unit. */
export function axisTitle(axis: string): string {
  if (!(axis in AXES)) return axis;
  const { title, unit } = AXES[axis as keyof typeof AXES];
  if (unit === 'B') return `${title} size`;
  return unit === null || title.endsWith(unit) ? title : `${title}, ${unit}`;
}

/** An axis in words, without its unit: for where its values stand beside it, or do not matter. */
export function axisName(axis: string): string {
  return axisTitle(axis).replace(/,.*/, '');
}

/** A value on an axis. */
export function axisValue(axis: string, value: string | number): string {
  if (typeof value === 'string') return value;
  return axis in AXES && AXES[axis as keyof typeof AXES].unit === 'B' ? formatBytes(value).replace(/\.0+ /, ' ') : String(value);
}

/** Whether steps between values are best seen as ratios: they span more than this. */
const WIDE = 20;

/** A domain and its kind for figures above 0: from 0 where they are alike, logarithmic where they span more than twenty-fold. */
export function scaleFor(values: readonly number[]): { readonly type: 'linear' | 'log'; readonly domain: readonly [number, number] } {
  const positive = values.filter((value) => value > 0);
  const [least, most] = [Math.min(...positive), Math.max(...positive)];
  if (positive.length === 0) return { type: 'linear', domain: [0, 1] };
  return most / least > WIDE ? { type: 'log', domain: [least / 1.3, most * 1.3] } : { type: 'linear', domain: [0, most * 1.08] };
}

/** Ticks of a logarithmic scale: 1, 2 and 5 of each decade where there are few, else the decades alone. */
export function logTicks([from, to]: readonly [number, number]): number[] {
  const decades = Math.log10(to / from);
  const steps = decades > 3 ? [1] : decades > 1.6 ? [1, 3] : [1, 2, 5];
  const first = Math.floor(Math.log10(from));
  const all = Array.from({ length: Math.ceil(decades) + 2 }, (_, i) => steps.map((step) => step * 10 ** (first + i))).flat();
  return all.filter((tick) => tick >= from && tick <= to);
}

/** Middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
