/** @file Where time goes: a bar a strategy, cut into its parts, each with a pattern of its own. */
import * as Plot from '@observablehq/plot';
import { LETTER_WIDTH, labelWidth } from './dotChart.ts';
import { drawChart } from './draw.ts';
import { significant, timeUnit } from './figures.ts';

/** Parts of a transfer's wall time, in order. */
export const PARTS = ['encode', 'submit', 'device', 'rest'] as const;

/** One of them. */
export type Part = (typeof PARTS)[number];

/** What each part is, in words. */
export const PART_TITLES: Readonly<Record<Part, string>> = {
  encode: 'recording commands',
  submit: 'handing them over',
  device: 'the device at work, by its own clock',
  rest: 'the rest: the device at work where it has no clock, and waiting',
};

/** A bar: seconds of each part, and a remark at its end. */
export interface StackedBar {
  readonly row: string;
  readonly seconds: Readonly<Record<Part, number>>;
  readonly remark: string;
}

const ROW_HEIGHT = 24;

/** The chart as SVG. Patterns `#part-...` are the page's. */
export function stackChart(name: string, bars: readonly StackedBar[]): string {
  const totals = bars.map(({ seconds }) => PARTS.reduce((sum, part) => sum + seconds[part], 0));
  const unit = timeUnit(Math.max(0, ...totals));
  const rows = bars.map(({ row }) => row);
  const pieces = bars.flatMap(({ row, seconds }) => {
    let from = 0;
    return PARTS.map((part) => {
      const start = from;
      from += seconds[part] * unit.perSecond;
      return { row, part, from: start, to: from };
    }).filter(({ from: start, to }) => to > start);
  });
  return drawChart(name, {
    height: 62 + ROW_HEIGHT * rows.length,
    marginLeft: labelWidth(rows),
    marginRight: 16 + LETTER_WIDTH * Math.max(0, ...bars.map(({ remark }) => remark.length)),
    marginTop: 12,
    marginBottom: 42,
    x: {
      labelOffset: 34,
      label: `wall time, ${unit.name} \u2192`,
      grid: true,
      ticks: 6,
      tickFormat: significant,
      domain: [0, Math.max(...totals) * unit.perSecond || 1],
    },
    y: { type: 'band', domain: rows, label: null, tickSize: 0, padding: 0.25 },
    marks: [
      ...PARTS.map((part) =>
        Plot.barX(
          pieces.filter((piece) => piece.part === part),
          { x1: 'from', x2: 'to', y: 'row', fill: `url(#part-${part})`, stroke: 'var(--ink)', strokeWidth: 0.75 },
        ),
      ),
      Plot.text(
        bars.map(({ row, remark }, index) => ({ row, remark, x: (totals[index] ?? 0) * unit.perSecond })),
        { x: 'x', y: 'row', text: 'remark', textAnchor: 'start', dx: 6, fill: 'var(--ink)' },
      ),
    ],
  });
}
