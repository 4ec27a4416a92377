/** @file One component's memory as a drawing: a line a layer, rows from left to right, damage in patterns with letters and sentences. */
import { formatInteger } from '../../core/units.ts';
import type { CellState, MapGrid, MapLine } from '../../verify/diagnosis/damageMap.ts';
import type { Story } from '../../verify/diagnosis/story.ts';
import { escapeHtml } from './escape.ts';
import { fillOf, markOf, titleOf } from './paints.ts';

const LABEL_WIDTH = 84;
/** Of a drawing that is scaled to its place. */
const WIDTH = 900;
const LINE_HEIGHT = 14;
const LINE_GAP = 3;
/** A letter needs so much room. */
const LETTER_WIDTH = 9;

/** Neighbouring cells that look and read alike. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly state: CellState;
  readonly story: number;
}

/**
 * The drawing, as an SVG element. Damage can be focused and has its sentence as its label.
 * @param width of its place where that is known, so that names of layers keep their size; pixels
 */
export function mapSvg(grid: MapGrid, stories: readonly Story[], width = WIDTH): string {
  const height = grid.lines.length * (LINE_HEIGHT + LINE_GAP);
  const cells = Math.max(1, ...grid.lines.map((line) => line.cells.length));
  const scale = (width - LABEL_WIDTH) / cells;
  const lines = grid.lines.map((line, index) => lineSvg(grid, line, index * (LINE_HEIGHT + LINE_GAP), scale, stories));
  const label = `${grid.component}: ${formatInteger(grid.rows)} rows a layer, a cell stands for ${formatInteger(grid.rowsPerCell)}`;
  return `<svg class="map" viewBox="0 0 ${width} ${height}" role="group" aria-label="${escapeHtml(label)}">${lines.join('')}</svg>`;
}

function lineSvg(grid: MapGrid, line: MapLine, y: number, scale: number, stories: readonly Story[]): string {
  const name = line.layer < 0 ? (line.rank === 0 ? '' : `rank ${line.rank}`) : `${line.rank === 0 ? '' : `rank ${line.rank} `}layer ${line.layer}`;
  const runs = runsOf(line).map((run) => runSvg(grid, line, run, y, scale, stories));
  return `<text class="label" x="${LABEL_WIDTH - 6}" y="${y + LINE_HEIGHT - 3}">${escapeHtml(name)}</text>${runs.join('')}`;
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

function runSvg(grid: MapGrid, line: MapLine, run: Run, y: number, scale: number, stories: readonly Story[]): string {
  const x = LABEL_WIDTH + run.from * scale;
  const width = (run.to - run.from) * scale;
  const mark = markOf(run.state);
  const shape = `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${LINE_HEIGHT}" fill="${fillOf(run.state)}"/>`;
  if (mark === '') return shape;
  const lastRow = Math.min(grid.rows, run.to * grid.rowsPerCell) - 1;
  const place = `${line.layer < 0 ? '' : `layer ${line.layer}, `}rows ${run.from * grid.rowsPerCell} to ${lastRow}: ${titleOf(run.state)}`;
  const sentence = escapeHtml(`${place}. ${stories[run.story]?.sentence ?? ''}`.trim());
  const letter = width < LETTER_WIDTH ? '' : `<text class="mark" x="${(x + width / 2).toFixed(1)}" y="${y + LINE_HEIGHT - 3}">${escapeHtml(mark)}</text>`;
  const target = run.story < 0 ? '' : ` data-story="${run.story}"`;
  return `<g class="hurt" tabindex="0" role="img" aria-label="${sentence}"${target}><title>${sentence}</title>${shape}${letter}</g>`;
}
