/** @file Legends: the marker and line of each strategy, the pattern of each part of the time, with their names. */
import * as Plot from '@observablehq/plot';
import { escapeHtml } from '../html/escape.ts';
import { drawChart } from './draw.ts';
import { CEILING_COLOR, CEILING_DASH, type Look, lookOf } from './look.ts';
import { PART_TITLES, PARTS, type Part } from './stackChart.ts';

const SWATCH = { width: 44, height: 16, margin: 0, axis: null, x: { type: 'linear', domain: [0, 44] }, y: { type: 'linear', domain: [0, 16] } } as const;

function swatch(name: string, look: Look | null): string {
  const line = Plot.ruleY([8], { x1: 2, x2: 42, stroke: look?.color ?? CEILING_COLOR, strokeWidth: 1.75, strokeDasharray: look?.dash ?? CEILING_DASH });
  const marker = look === null ? [] : [Plot.dot([[22, 8]], { symbol: look.symbol, r: 4.5, stroke: look.color, fill: 'var(--paper)', strokeWidth: 1.75 })];
  return drawChart(name, { ...SWATCH, marks: [line, ...marker] }, 'swatch');
}

/** List items for these strategies and the ceiling. */
export function legendItems(strategies: readonly string[]): string {
  const items = strategies.map((strategy) => `<li>${swatch(`marker of ${strategy}`, lookOf(strategy))}${escapeHtml(strategy)}</li>`);
  return [...items, `<li>${swatch('line of the ceiling', null)}contiguous copy: the ceiling</li>`].join('');
}

/** Strokes over an 8 by 8 tile; a part without is plain. */
const STROKES: Readonly<Record<Part, string>> = {
  encode: 'M0 8L8 0M-2 2L2 -2M6 10L10 6',
  submit: 'M4 0V8',
  device: '',
  rest: 'M2 2h1.5v1.5h-1.5zM6 6h1.5v1.5h-1.5z',
};

/** The SVG patterns that bars are filled with, for the page to define once. */
export function partPatterns(): string {
  return PARTS.map((part) => {
    const stroke = STROKES[part] === '' ? '' : `<path class="${part === 'rest' ? 'dots' : 'stroke'}" d="${STROKES[part]}"/>`;
    return `<pattern id="part-${part}" width="8" height="8" patternUnits="userSpaceOnUse"><rect class="bare" width="8" height="8"/><rect class="part-${part}" width="8" height="8"/>${stroke}</pattern>`;
  }).join('');
}

/** List items for the parts of the time. */
export function partLegend(): string {
  return PARTS.map(
    (part) =>
      `<li><svg class="swatch" viewBox="0 0 44 16" aria-hidden="true"><rect x="1" y="1" width="42" height="14" fill="url(#part-${part})" stroke="currentColor"/></svg>${escapeHtml(PART_TITLES[part])}</li>`,
  ).join('');
}
