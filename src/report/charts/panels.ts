/** @file A report's points as what charts are made of: the axes that vary, and the points that share all other values. */
import { groupBy } from '../../core/groupBy.ts';
import type { BenchReport, Coordinates, MeasuredPoint } from '../../sweep/benchReport.ts';
import { axisName, axisValue } from './figures.ts';

/** An axis with more than one value. */
export interface SweptAxis {
  readonly name: string;
  /** Ascending where they are numbers, else in the order met. */
  readonly values: readonly (string | number)[];
  readonly isNumeric: boolean;
}

/** Points that differ in strategy, and in one axis at most. */
export interface Panel {
  /** Values of the other axes in words; empty where there are none. */
  readonly label: string;
  readonly points: readonly MeasuredPoint[];
}

/** Pictures that are of one place each, at most: the tables have every place. */
export const MOST_PLACE_PANELS = 4;

/** A strategy is a series, not an axis. */
const SERIES = 'strategy';

/** The measured points, in the order of the sweep. */
export function measuredPoints(report: BenchReport): MeasuredPoint[] {
  return report.points.filter((point) => point.status === 'measured');
}

/** The axes that vary over these points. */
export function sweptAxes(points: readonly { readonly coordinates: Coordinates }[]): SweptAxis[] {
  const names = [...new Set(points.flatMap(({ coordinates }) => Object.keys(coordinates)))].filter((name) => name !== SERIES);
  return names
    .map((name): SweptAxis => {
      const values = [...new Set(points.map(({ coordinates }) => coordinates[name]).filter((value) => value !== undefined))];
      const isNumeric = values.every((value) => typeof value === 'number');
      return { name, values: isNumeric ? values.toSorted((a, b) => Number(a) - Number(b)) : values, isNumeric };
    })
    .filter(({ values }) => values.length > 1);
}

/** The points by the values of all swept axes but this one; by all of them for null. */
export function panelsOver(points: readonly MeasuredPoint[], axis: SweptAxis | null, swept: readonly SweptAxis[]): Panel[] {
  const others = swept.filter(({ name }) => name !== axis?.name);
  const label = ({ coordinates }: MeasuredPoint) => others.map(({ name }) => labelOf(name, coordinates[name])).join(', ');
  return [...groupBy(points, label)].map(([text, group]) => ({ label: text, points: group }));
}

/** `page size, tokens 256`; a word alone says enough. */
function labelOf(axis: string, value: string | number | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : `${axisName(axis)} ${axisValue(axis, value)}`;
}

/** The place of a point in words, all swept axes. */
export function placeLabel(point: MeasuredPoint, swept: readonly SweptAxis[]): string {
  return swept.map(({ name }) => labelOf(name, point.coordinates[name])).join(', ');
}

/** So many of them, spread evenly, the first and the last included. */
export function spread<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  const step = (items.length - 1) / Math.max(1, most - 1);
  return Array.from({ length: most }, (_, i) => Math.round(i * step)).flatMap((place) => items.slice(place, place + 1));
}
