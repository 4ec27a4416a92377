/** @file Figures side by side in rows: a place, or a link, a row; a marker a strategy. */
import * as Plot from '@observablehq/plot';
import { drawChart } from './draw.ts';
import { logTicks, significant } from './figures.ts';
import { CEILING_COLOR, type Look } from './look.ts';

/** A marker in a row. `isModelled` ones are hollow; a null look is a ceiling, a stroke across the row. */
export interface ChartedDot {
  readonly row: string;
  readonly x: number;
  readonly look: Look | null;
  readonly isModelled?: boolean;
}

/** What a dot chart is made of. */
export interface DotChartInput {
  /** What it shows, for those who do not see it. */
  readonly name: string;
  /** Title of the figures, with their unit. */
  readonly figure: string;
  readonly scale: { readonly type: 'linear' | 'log'; readonly domain: readonly [number, number] };
  /** From the top. */
  readonly rows: readonly string[];
  readonly dots: readonly ChartedDot[];
}

/** Each marker look has a lane of its own, so that equal figures do not cover each other. */
const LANE_HEIGHT = 11;
const ROW_GAP = 12;
/** Width of a letter on average, at the size that narrow screens show. */
export const LETTER_WIDTH = 7.7;
/** What names of rows may take at most. */
const MOST_LABEL_WIDTH = 250;

/** Room that these row names need. */
export function labelWidth(rows: readonly string[]): number {
  return Math.min(MOST_LABEL_WIDTH, 20 + LETTER_WIDTH * Math.max(0, ...rows.map((row) => row.length)));
}

/** The chart as SVG. */
export function dotChart({ name, figure, scale, rows, dots }: DotChartInput): string {
  const lanes = [...new Set(dots.flatMap(({ look }) => (look === null ? [] : [look.symbol])))];
  const laneOf = ({ symbol }: Look) => (lanes.indexOf(symbol) - (lanes.length - 1) / 2) * LANE_HEIGHT;
  const rowHeight = ROW_GAP + LANE_HEIGHT * Math.max(1, lanes.length);
  const marks = dots.map(({ row, x, look, isModelled }) =>
    look === null
      ? Plot.tickX([{ row, x }], { x: 'x', y: 'row', stroke: CEILING_COLOR, strokeWidth: 2, insetTop: 3, insetBottom: 3 })
      : Plot.dot([{ row, x }], {
          x: 'x',
          y: 'row',
          dy: laneOf(look),
          symbol: look.symbol,
          r: 5,
          stroke: look.color,
          fill: isModelled ? 'var(--paper)' : look.color,
          strokeWidth: 1.75,
        }),
  );
  return drawChart(name, {
    height: 58 + rowHeight * rows.length,
    marginLeft: labelWidth(rows),
    marginRight: 24,
    marginTop: 14,
    marginBottom: 42,
    x: {
      labelOffset: 36,
      ...scale,
      domain: [...scale.domain],
      label: `${figure}${scale.type === 'log' ? ' (log scale)' : ''} \u2192`,
      grid: true,
      tickFormat: significant,
      ...(scale.type === 'log' ? { ticks: logTicks(scale.domain) } : { ticks: 6 }),
    },
    y: { type: 'band', domain: [...rows], label: null, tickSize: 0 },
    marks: [Plot.ruleY(rows, { y: (row: string) => row, stroke: 'var(--rule)' }), ...marks],
  });
}
