/** @file A figure against a numeric axis, a line a strategy, with the spread of its samples and what it is held against. */
import * as Plot from '@observablehq/plot';
import { groupBy } from '../../core/groupBy.ts';
import { drawChart } from './draw.ts';
import { pushApart } from './endLabels.ts';
import { axisTitle, axisValue, logTicks, significant } from './figures.ts';
import { CEILING_COLOR, CEILING_DASH, type Look } from './look.ts';
import { type SweptAxis, spread } from './panels.ts';

/** A figure at one value of the axis. `low` and `high` are the spread of its samples, where it has some. */
export interface ChartedFigure {
  readonly x: number;
  readonly y: number;
  readonly low?: number;
  readonly high?: number;
}

/** A line. A null look is that of a ceiling. */
export interface ChartedLine {
  readonly name: string;
  readonly look: Look | null;
  readonly figures: readonly ChartedFigure[];
}

/** What a line chart is made of. */
export interface LineChartInput {
  /** What it shows, for those who do not see it. */
  readonly name: string;
  readonly axis: SweptAxis;
  /** Title of the figures, with their unit. */
  readonly figure: string;
  readonly scale: { readonly type: 'linear' | 'log'; readonly domain: readonly [number, number] };
  readonly lines: readonly ChartedLine[];
}

const HEIGHT = 310;
/** Room for names and figures at the size that narrow screens show. */
const MARGIN = { top: 30, right: 138, bottom: 46, left: 60 } as const;
const LABEL_HEIGHT = 14;
const MOST_TICKS = 5;
/** Values this far apart are ratios: page sizes, item sizes. */
const LOG_RATIO = 4;

/** The chart as SVG. */
export function lineChart({ name, axis, figure, scale, lines }: LineChartInput): string {
  const values = axis.values.map(Number);
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 1];
  const isLog = first > 0 && last / first >= LOG_RATIO;
  const y = { ...scale, domain: [...scale.domain], range: [HEIGHT - MARGIN.bottom, MARGIN.top] };
  const pixels = Plot.scale({ y });
  const ends = lines.flatMap((line) => line.figures.slice(-1).map((end) => ({ text: line.name, line, y: pixels.apply(end.y) as number })));
  const places = pushApart(ends, LABEL_HEIGHT, MARGIN.top + 4, HEIGHT - MARGIN.bottom - 4);
  return drawChart(name, {
    height: HEIGHT,
    marginTop: MARGIN.top,
    marginRight: MARGIN.right,
    marginBottom: MARGIN.bottom,
    marginLeft: MARGIN.left,
    x: {
      type: isLog ? 'log' : 'linear',
      ...(isLog ? { base: 2 } : {}),
      domain: [first, last],
      ticks: spread(values, MOST_TICKS),
      tickFormat: (value: number) => axisValue(axis.name, value),
      label: `${axisTitle(axis.name)} \u2192`,
      labelOffset: 38,
      inset: 8,
    },
    y: {
      ...scale,
      domain: [...scale.domain],
      label: `\u2191 ${figure}${scale.type === 'log' ? ' (log scale)' : ''}`,
      grid: true,
      tickFormat: significant,
      ...(scale.type === 'log' ? { ticks: logTicks(scale.domain) } : { ticks: 6 }),
    },
    marks: [
      ...lines.flatMap(lineMarks),
      Plot.text(
        ends.map(({ text, line }, index) => ({ text, color: line.look?.color ?? CEILING_COLOR, y: pixels.invert?.(places[index] ?? 0) as number })),
        { frameAnchor: 'right', y: 'y', text: 'text', fill: 'color', textAnchor: 'start', dx: 10, fontWeight: 600 },
      ),
    ],
  });
}

function lineMarks({ look, figures }: ChartedLine): Plot.Markish[] {
  // Values that repeat (a batch of points at one place of the axis) make no line back and forth.
  const sorted = [...groupBy(figures, ({ x }) => x).values()].flat().toSorted((a, b) => a.x - b.x);
  if (look === null) return [Plot.lineY(sorted, { x: 'x', y: 'y', stroke: CEILING_COLOR, strokeDasharray: CEILING_DASH, strokeWidth: 1.5 })];
  const { color, symbol, dash } = look;
  const spreads = sorted.filter(({ low, high }) => low !== undefined && high !== undefined);
  return [
    Plot.ruleX(spreads, { x: 'x', y1: 'low', y2: 'high', stroke: color, strokeWidth: 4, strokeOpacity: 0.25 }),
    Plot.lineY(sorted, { x: 'x', y: 'y', stroke: color, strokeWidth: 1.75, strokeDasharray: dash }),
    Plot.dot(sorted, { x: 'x', y: 'y', stroke: color, fill: 'var(--paper)', strokeWidth: 1.75, symbol, r: 4.5 }),
  ];
}
