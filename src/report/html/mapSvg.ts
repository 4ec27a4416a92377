/** @file One component's memory as a drawing: a line a layer, rows from left to right, damage in patterns with letters and sentences. As wide as its place, whatever that is. */
import { counted, formatInteger } from '../../core/units.ts';
import type { CellState, MapGrid, MapLine } from '../../verify/diagnosis/damageMap.ts';
import type { Story } from '../../verify/diagnosis/story.ts';
import { escapeHtml } from './escape.ts';
import { fillOf, markOf, titleOf } from './paints.ts';

/** Names of layers stand left of the cells, in pixels; cells are placed in percent of what is left, so that text keeps its size. */
const LABEL_WIDTH = 84;
const LINE_HEIGHT = 14;
const LINE_GAP = 3;
/** Of the numbers of the first and the last row, below the lines. */
const AXIS_HEIGHT = 12;
/** A letter fits a cell of this share of the width on any screen, and one of that share on a wide one. */
const LETTER_SHARE = 0.045;
const FINE_LETTER_SHARE = 0.012;

/** Neighbouring cells that look and read alike. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly state: CellState;
  readonly story: number;
}

/** Names of states where those of the legend do not fit. */
export type StateTitles = Readonly<Partial<Record<CellState, string>>>;

/**
 * The drawing: an element of two SVG drawings side by side. Damage can be focused and has its sentence as its label.
 * @param titles names of states other than the usual ones
 */
export function mapSvg(grid: MapGrid, stories: readonly Story[], titles: StateTitles = {}): string {
  const linesHeight = grid.lines.length * (LINE_HEIGHT + LINE_GAP);
  const cells = Math.max(1, ...grid.lines.map((line) => line.cells.length));
  const names = grid.lines.map((line, index) => `<text class="label" x="${LABEL_WIDTH - 6}" y="${baseOf(index)}">${escapeHtml(nameOf(line))}</text>`);
  const lines = grid.lines.flatMap((line, index) => runsOf(line).map((run) => runSvg(grid, line, run, { index, cells }, stories, titles)));
  const axisY = linesHeight + AXIS_HEIGHT - 3;
  const last = grid.rows === 1 ? '' : `<text class="axis last" x="100%" y="${axisY}">row ${formatInteger(grid.rows - 1)}</text>`;
  const axis = `<text class="axis" x="0" y="${axisY}">row 0</text>${last}`;
  const label = `${grid.component}: ${counted(grid.rows, 'row')} a layer, a cell stands for ${formatInteger(grid.rowsPerCell)}`;
  const height = linesHeight + AXIS_HEIGHT;
  const beside = `<svg class="names" width="${LABEL_WIDTH}" height="${height}">${names.join('')}</svg>`;
  return `<div class="map" role="group" aria-label="${escapeHtml(label)}">${beside}<svg class="cells" height="${height}">${lines.join('')}${axis}</svg></div>`;
}

function nameOf({ rank, layer }: MapLine): string {
  const onRank = rank === 0 ? '' : `rank ${rank}`;
  return [onRank, layer < 0 ? '' : `layer ${layer}`].filter((part) => part !== '').join(' ');
}

function baseOf(index: number): number {
  return index * (LINE_HEIGHT + LINE_GAP) + LINE_HEIGHT - 3;
}

function runsOf({ cells, stories }: MapLine): Run[] {
  const runs: Run[] = [];
  cells.forEach((state, cell) => {
    const last = runs.at(-1);
    const story = stories[cell] ?? -1;
    if (last !== undefined && last.state === state && last.story === story) runs[runs.length - 1] = { ...last, to: cell + 1 };
    else runs.push({ from: cell, to: cell + 1, state, story });
  });
  return runs;
}

function runSvg(
  grid: MapGrid,
  line: MapLine,
  run: Run,
  { index, cells }: { readonly index: number; readonly cells: number },
  stories: readonly Story[],
  titles: StateTitles,
): string {
  const [from, share] = [run.from / cells, (run.to - run.from) / cells];
  const mark = markOf(run.state);
  const y = index * (LINE_HEIGHT + LINE_GAP);
  const shape = `<rect x="${percent(from)}" y="${y}" width="${percent(share)}" height="${LINE_HEIGHT}" fill="${fillOf(run.state)}"/>`;
  if (mark === '') return shape;
  const firstRow = run.from * grid.rowsPerCell;
  const lastRow = Math.min(grid.rows, run.to * grid.rowsPerCell) - 1;
  const rows = firstRow === lastRow ? `row ${formatInteger(firstRow)}` : `rows ${formatInteger(firstRow)} to ${formatInteger(lastRow)}`;
  const name = nameOf(line);
  const place = `${name === '' ? '' : `${name}, `}${rows}: ${titles[run.state] ?? titleOf(run.state)}`;
  const sentence = escapeHtml(`${place}. ${stories[run.story]?.sentence ?? ''}`.trim());
  const letterClass = share >= LETTER_SHARE ? 'mark' : 'mark fine';
  const letter =
    share < FINE_LETTER_SHARE ? '' : `<text class="${letterClass}" x="${percent(from + share / 2)}" y="${baseOf(index)}">${escapeHtml(mark)}</text>`;
  const target = run.story < 0 ? '' : ` data-story="${run.story}"`;
  return `<g class="hurt" tabindex="0" role="img" aria-label="${sentence}" data-line="${index}"${target}><title>${sentence}</title>${shape}${letter}</g>`;
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(3))}%`;
}
