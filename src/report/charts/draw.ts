/**
 * @file One chart as an SVG element in text. Colours are custom properties of the page, so that one picture serves light, dark and paper; text has the page's font.
 */
import { type PlotOptions, plot } from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { escapeHtml } from '../html/escape.ts';

/** Width that charts are drawn at; the page scales them. Narrow, so that on a telephone, at about 0.6 of it, letters can still be read. */
export const CHART_WIDTH = 520;

/** The little of an SVG element that is needed here; the page's types are not loaded. */
interface DrawnElement {
  readonly outerHTML: string;
  querySelectorAll(selector: string): Iterable<{ remove(): void; removeAttribute(name: string): void }>;
  removeAttribute(name: string): void;
}

/**
 * Draws a chart.
 * @param name what the chart shows, for those who do not see it; its data are in the table beside it
 * @param kind class of the page's style sheet; a swatch has its name beside it, and none of its own
 */
export function drawChart(name: string, options: PlotOptions, kind: 'plot' | 'swatch' = 'plot'): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg: DrawnElement = plot({ width: CHART_WIDTH, ...options, document, className: kind });
  // The library's own style would be blocked by the page's policy; the page's sheet says the same.
  for (const style of svg.querySelectorAll('style')) style.remove();
  // Names of its groups say nothing that the picture's own name and the table do not, and may not stand there without a role.
  for (const part of svg.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  for (const attribute of ['width', 'height', 'style']) svg.removeAttribute(attribute);
  // The name is written here, since the library's document leaves < and > in attributes as they are.
  const role = kind === 'swatch' ? 'aria-hidden="true"' : `role="img" aria-label="${escapeHtml(name)}"`;
  return rounded(svg.outerHTML).replace('<svg ', () => `<svg ${role} `);
}

/** Places in hundredths of a pixel: finer ones nobody sees, and they are half of the file. Texts stay as they are. */
function rounded(svg: string): string {
  return svg.replace(/<[^>]+>/g, (tag) => tag.replace(/(\d\.\d{2})\d+/g, '$1'));
}
