/** @file The charts of a benchmark, each with its data table: bandwidth, time and descriptors against what was swept, where time goes, links. */

import type { LinkRecord } from '../cost/linkRecord.ts';
import { aboveCeiling } from '../sweep/aboveCeiling.ts';
import type { MeasuredPoint } from '../sweep/benchReport.ts';
import { linkSection } from './benchLinks.ts';
import { foldedTable, placeColumns, SPEED_COLUMNS, TIME_COLUMNS, WORK_COLUMNS } from './benchTables.ts';
import { type Drawing, figure, leftOut, section } from './chartFrames.ts';
import { type ChartedDot, dotChart } from './charts/dotChart.ts';
import { axisName, formatSeconds, median, scaleFor, timeUnit } from './charts/figures.ts';
import { type ChartedFigure, type ChartedLine, lineChart } from './charts/lineChart.ts';
import { lookOf } from './charts/look.ts';
import { MOST_PLACE_PANELS, panelsOver, type SweptAxis, spread } from './charts/panels.ts';
import { type StackedBar, stackChart } from './charts/stackChart.ts';

/** More small pictures than this help nobody; the tables have every point. */
const MOST_PANELS = 6;
/** Rows of one picture. */
const MOST_ROWS = 24;
const MOST_BARS = 32;

/** Where the work hides in a part that has another name. */
const EAGER: Readonly<Record<string, string>> = {
  cpu: 'The CPU device carries commands out as they are recorded.',
  opengles: 'OpenGL carries commands out while they are handed over.',
};

/** A figure of a point, drawn against axes. */
interface Measure {
  readonly title: string;
  /** The unit in which these values read well, and how many make 1. */
  unitOf(values: readonly number[]): { readonly name: string; readonly factor: number };
  readonly value: (point: MeasuredPoint) => number;
  /** Spread of the samples. */
  readonly spread: ((point: MeasuredPoint) => readonly [number, number]) | null;
  /** What it is held against. */
  readonly ceiling: { readonly name: string; readonly value: (point: MeasuredPoint) => number } | null;
}

const BANDWIDTH: Measure = {
  title: 'bandwidth',
  unitOf: () => ({ name: 'GB/s', factor: 1 }),
  value: ({ gbps }) => gbps,
  spread: ({ work, wall }) => [work.bytes / wall.p90 / 1e9, work.bytes / wall.min / 1e9],
  ceiling: { name: 'contiguous copy', value: ({ ceiling }) => ceiling.contiguousCopy.gbps },
};
const TIME: Measure = {
  title: 'time',
  unitOf: (values) => {
    const { name, perSecond } = timeUnit(Math.max(...values));
    return { name, factor: perSecond };
  },
  value: ({ wall }) => wall.p50,
  spread: ({ wall }) => [wall.min, wall.p90],
  ceiling: { name: 'contiguous copy', value: ({ ceiling }) => ceiling.contiguousCopy.seconds },
};
const DESCRIPTORS: Measure = {
  title: 'descriptors',
  unitOf: () => ({ name: '', factor: 1 }),
  value: ({ work }) => work.descriptors,
  spread: null,
  ceiling: null,
};

/** What charts need of a report beside its points. */
export interface ChartedReport {
  readonly adapter: { readonly backend: string };
  readonly links: readonly LinkRecord[];
}

/**
 * The sections with charts, as HTML.
 * @param points at least one
 * @param report whose adapter's backend may do the work before it hands back control, and whose links were modelled
 */
export function* chartSections(points: readonly MeasuredPoint[], swept: readonly SweptAxis[], { adapter: { backend }, links }: ChartedReport): Drawing<string> {
  const axes = chartedAxes(swept);
  function* against(measure: Measure): Drawing<string[]> {
    if (axes.length === 0) return yield* side(measure, points, swept);
    const pictures: string[] = [];
    for (const axis of axes) pictures.push(...(yield* lines(measure, axis, points, swept)));
    return pictures;
  }
  const bandwidth = yield* against(BANDWIDTH);
  const seconds = yield* against(TIME);
  const descriptors = yield* against(DESCRIPTORS);
  const parts = yield* stacks(points, swept);
  const linked = yield* linkSection(points, swept, links);
  const speed = foldedTable('Speed of every point', [...placeColumns(swept), ...SPEED_COLUMNS], points);
  const work = foldedTable('Work of every point', [...placeColumns(swept), ...WORK_COLUMNS], points);
  const time = foldedTable('Parts of the time of every point', [...placeColumns(swept), ...TIME_COLUMNS], points);
  return [
    section(
      'Bandwidth and time',
      [
        'Bytes moved over the middle (p50) wall time of one transfer, and that time, recording of commands included. Bars: from the fastest sample to p90. Held against the same bytes copied contiguously, in the same run.',
        ...aboveCeiling(points),
      ],
      // One picture of each beside the other; of several, each row has those of one measure.
      bandwidth.length === 1 && seconds.length === 1 ? [[...bandwidth, ...seconds]] : [bandwidth, seconds],
      speed,
    ),
    section('Descriptors', ['What the device is told: copies, kernel launches, and trips through the host.'], [descriptors], work),
    section('Where the time goes', [`Medians of each part. Making a transfer ready is not in the wall time. ${EAGER[backend] ?? ''}`], [parts], time),
    linked,
  ].join('\n');
}

/** The numeric axes that get pictures of their own: those with three values or more, else the one that varies most. The others tell the pictures apart. */
function chartedAxes(swept: readonly SweptAxis[]): SweptAxis[] {
  const numeric = swept.filter(({ isNumeric }) => isNumeric).toSorted((a, b) => b.values.length - a.values.length);
  return numeric.filter(({ values }, index) => index === 0 || values.length >= 3);
}

function byStrategy(points: readonly MeasuredPoint[]): Map<string, MeasuredPoint[]> {
  const groups = new Map<string, MeasuredPoint[]>();
  for (const point of points) groups.set(point.strategy, [...(groups.get(point.strategy) ?? []), point]);
  return groups;
}

/** A measure against a numeric axis: a picture for each combination of the others, all on one scale. */
function* lines(measure: Measure, axis: SweptAxis, points: readonly MeasuredPoint[], swept: readonly SweptAxis[]): Drawing<string[]> {
  const all = panelsOver(points, axis, swept);
  const panels = spread(all, MOST_PANELS);
  const unit = measure.unitOf(points.map(measure.value));
  const charted = panels.map(({ label, points: own }) => ({ label, lines: linesOf(measure, unit.factor, axis, own) }));
  const scale = scaleFor(charted.flatMap((panel) => panel.lines.flatMap(({ figures }) => figures.flatMap(({ y, low, high }) => [y, low ?? y, high ?? y]))));
  const title = `${measure.title}${unit.name === '' ? '' : `, ${unit.name}`}`;
  const pictures: string[] = [];
  for (const { label, lines: own } of charted) {
    const caption = `${capital(measure.title)} against ${axisName(axis.name)}${label === '' ? '' : `: ${label}`}`;
    pictures.push(figure(caption, lineChart({ name: caption, axis, figure: title, scale, lines: own })));
    yield;
  }
  return [...pictures, ...leftOut(panels.length, all.length, 'combinations of the other axes')];
}

function linesOf(measure: Measure, factor: number, axis: SweptAxis, points: readonly MeasuredPoint[]): ChartedLine[] {
  const x = ({ coordinates }: MeasuredPoint) => Number(coordinates[axis.name]);
  const series = [...byStrategy(points)].map(
    ([strategy, own]): ChartedLine => ({
      name: strategy,
      look: lookOf(strategy),
      figures: own.map((point): ChartedFigure => {
        const [low, high] = measure.spread?.(point) ?? [];
        return {
          x: x(point),
          y: measure.value(point) * factor,
          ...(low === undefined || high === undefined ? {} : { low: low * factor, high: high * factor }),
        };
      }),
    }),
  );
  const { ceiling } = measure;
  if (ceiling === null) return series;
  const figures = axis.values.map(Number).flatMap((value) => {
    const there = points.filter((point) => x(point) === value);
    return there.length === 0 ? [] : [{ x: value, y: median(there.map(ceiling.value)) * factor }];
  });
  return [...series, { name: ceiling.name, look: null, figures }];
}

/** A measure by place, where nothing numeric was swept. */
function* side(measure: Measure, points: readonly MeasuredPoint[], swept: readonly SweptAxis[]): Drawing<string[]> {
  const unit = measure.unitOf(points.map(measure.value));
  const all = panelsOver(points, null, swept).map((panel) => ({ ...panel, label: panel.label === '' ? 'this work' : panel.label }));
  const panels = spread(all, MOST_ROWS);
  const dots = panels.flatMap(({ label, points: own }): ChartedDot[] => [
    ...(measure.ceiling === null ? [] : [{ row: label, x: median(own.map(measure.ceiling.value)) * unit.factor, look: null }]),
    ...own.map((point) => ({ row: label, x: measure.value(point) * unit.factor, look: lookOf(point.strategy) })),
  ]);
  const caption = `${capital(measure.title)} by place`;
  const title = `${measure.title}${unit.name === '' ? '' : `, ${unit.name}`}`;
  const svg = dotChart({ name: caption, figure: title, scale: scaleFor(dots.map(({ x }) => x)), rows: panels.map(({ label }) => label), dots });
  yield;
  return [figure(caption, svg), ...leftOut(panels.length, all.length, 'places')];
}

/** Bars of a few places, all their strategies. */
function* stacks(points: readonly MeasuredPoint[], swept: readonly SweptAxis[]): Drawing<string[]> {
  const all = panelsOver(points, null, swept);
  const strategies = byStrategy(points).size;
  const panels = spread(all, Math.min(MOST_PLACE_PANELS, Math.max(1, Math.floor(MOST_BARS / strategies))));
  const pictures: string[] = [];
  for (const { label, points: own } of panels) {
    const caption = label === '' ? 'Parts of the wall time' : `Parts of the wall time: ${label}`;
    pictures.push(figure(caption, stackChart(caption, own.map(barOf))));
    yield;
  }
  return [...pictures, ...leftOut(panels.length, all.length, 'places')];
}

function barOf({ strategy, wall, gpu, samples, prepare }: MeasuredPoint): StackedBar {
  const [encode, submit] = [samples.encode, samples.submit].map((part) => (part.length === 0 ? 0 : median(part)));
  const device = Math.min(gpu?.p50 ?? 0, Math.max(0, wall.p50 - (encode ?? 0) - (submit ?? 0)));
  const rest = Math.max(0, wall.p50 - (encode ?? 0) - (submit ?? 0) - device);
  return {
    row: strategy,
    seconds: { encode: encode ?? 0, submit: submit ?? 0, device, rest },
    remark: `${formatSeconds(wall.p50)}; ready in ${formatSeconds(prepare.p50)}`,
  };
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
