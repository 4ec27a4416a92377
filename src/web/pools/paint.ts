/** @file Drawing a picture of memory: whose each cell is, and what went wrong there. Colours come from the page's style sheet, so that both themes work. */

import { markOf } from '../../report/html/paints.ts';
import type { CauseClassId } from '../../verify/diagnosis/causes.ts';
import type { CellState, DamageMap } from '../../verify/diagnosis/damageMap.ts';
import type { HoldingLine } from '../engine/poolsProtocol.ts';
import { type RowWords, WORD_STATES, type WordState } from '../engine/rowProtocol.ts';
import { HEADING_HEIGHT, LABEL_WIDTH, type Picture, type PictureLine } from './picture.ts';
import { WORD_LOOKS } from './wordLooks.ts';

/** What is drawn onto a picture. */
export interface Layers {
  /** By area; what is not there yet is drawn empty. */
  readonly holdings: ReadonlyMap<number, HoldingLine>;
  /** Of decode, after a run of what is shown. */
  readonly damage: DamageMap | null;
  /** Of decode, where a row is looked at word by word. */
  readonly words: RowWords | null;
  /** Of decode, by area: an index of `WORD_STATES` a row. Where an area has none, damage is drawn. */
  readonly rowStates: ReadonlyMap<number, Uint8Array>;
  readonly rank: number;
}

interface Palette {
  readonly ink: string;
  readonly faint: string;
  readonly none: string;
  /** Between cells. */
  readonly cut: string;
  readonly words: Readonly<Record<WordState, string>>;
  readonly isDark: boolean;
}

/** Reads the colours in force. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: value('--ink'),
    faint: value('--faint'),
    none: value('--none'),
    cut: value('--paper'),
    words: Object.fromEntries(WORD_STATES.map((state) => [state, value(WORD_LOOKS[state].color)])) as Record<WordState, string>,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  };
}

/** Hue of a request; its number stands beside it where there is room, and in words below. */
export function requestColor(request: number, isDark: boolean): string {
  return `hsl(${Math.round(200 + request * 137.5) % 360} ${isDark ? '40% 42%' : '55% 74%'})`;
}

/** Draws what lies between two heights. The context is scaled to CSS pixels from the picture's corner, and cleared. */
export function paint(
  context: CanvasRenderingContext2D,
  picture: Picture,
  seen: { readonly top: number; readonly bottom: number },
  layers: Layers,
  palette: Palette,
): void {
  const isSeen = (y: number, height: number) => y < seen.bottom && y + height > seen.top;
  context.textBaseline = 'middle';
  context.font = '11px system-ui, sans-serif';
  context.fillStyle = palette.faint;
  for (const { text, y } of picture.headings) if (isSeen(y, HEADING_HEIGHT)) context.fillText(text, 0, y + 11);
  let labelledTo = Number.NEGATIVE_INFINITY;
  for (const line of picture.lines) {
    const hasLabel = line.label !== '' && line.y + line.height / 2 >= labelledTo;
    if (hasLabel) labelledTo = line.y + line.height / 2 + LABEL_HEIGHT;
    if (isSeen(line.y, line.height)) paintLine(context, line, layers, palette, hasLabel);
  }
  cutWords(
    context,
    picture.lines.filter(({ y, height }) => isSeen(y, height)),
    palette,
  );
}

/** Labels of lines closer together than this would run into each other: those between are left out. */
const LABEL_HEIGHT = 13;
/** Numbers of requests stand in lines of this height and more. */
const LOWEST_LETTERED = 11;
/** Cells of this width and more are told apart by strokes between them. */
const NARROWEST_CUT = 6;
const NARROWEST_LETTERED = 14;

function paintLine(context: CanvasRenderingContext2D, line: PictureLine, layers: Layers, palette: Palette, hasLabel: boolean): void {
  context.fillStyle = palette.none;
  context.fillRect(line.x, line.y, line.width, line.height);
  const middle = line.y + line.height / 2;
  if (hasLabel) {
    context.fillStyle = palette.faint;
    context.textAlign = 'right';
    context.fillText(line.label, LABEL_WIDTH - 6, middle, LABEL_WIDTH - 8);
    context.textAlign = 'left';
  }
  const holding = layers.holdings.get(line.area.area);
  if (layers.words !== null && line.cellBytes === 4) paintWords(context, line, layers.words, palette);
  else if (holding !== undefined) paintHoldings(context, line, holding, palette);
  const states = layers.rowStates.get(line.area.area);
  if (line.cellBytes !== line.area.rowBytes) return;
  if (states !== undefined) {
    paintRowStates(context, line, states, palette);
    return;
  }
  const damage = damageOf(layers.damage, line, layers.rank);
  if (damage !== null) paintDamage(context, line, damage, palette);
}

/** Strokes between words. A grid has tens of thousands of them: a stroke goes down all lines that are seen and have that many cells, and is taken out again between them. */
function cutWords(context: CanvasRenderingContext2D, lines: readonly PictureLine[], palette: Palette): void {
  const [first] = lines;
  if (first === undefined || first.cellBytes !== 4) return;
  const cellWidth = first.width / first.cells;
  if (cellWidth < NARROWEST_CUT) return;
  context.fillStyle = palette.cut;
  for (let cell = 1; cell < first.cells; cell++) {
    const lowest = lines.findLast(({ cells }) => cells > cell) ?? first;
    context.fillRect(first.x + cell * cellWidth, first.y, 0.5, lowest.y + lowest.height - first.y);
  }
  for (const { x, y, width, height } of lines) context.clearRect(x, y + height, width, 1);
}

function paintHoldings(context: CanvasRenderingContext2D, line: PictureLine, { from, to, request }: HoldingLine, palette: Palette): void {
  const lineFrom = line.offset - line.area.offset;
  const lineBytes = line.cells * line.cellBytes;
  const scale = line.width / lineBytes;
  let i = firstAbove(to, lineFrom);
  while (i < request.length && (from[i] ?? 0) < lineFrom + lineBytes) {
    const whose = request[i] ?? 0;
    const start = Math.max(0, (from[i] ?? 0) - lineFrom);
    let end = (to[i] ?? 0) - lineFrom;
    // Neighbours of one request are one stretch: drawn apart, hairlines would show between them.
    for (i++; i < request.length && request[i] === whose && (from[i] ?? 0) - lineFrom === end; i++) end = (to[i] ?? 0) - lineFrom;
    end = Math.min(lineBytes, end);
    if (end <= start) continue;
    const x = line.x + start * scale;
    const width = Math.max(1, (end - start) * scale);
    context.fillStyle = requestColor(whose, palette.isDark);
    context.fillRect(x, line.y, width, line.height);
    if (line.height < LOWEST_LETTERED || width < NARROWEST_LETTERED) continue;
    context.fillStyle = palette.ink;
    context.fillText(String(whose), x + 3, line.y + line.height / 2);
  }
}

/** Place of the first value above a limit, in ascending order. */
function firstAbove(values: Float64Array, limit: number): number {
  let low = 0;
  for (let high = values.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What became of each word: stretches in their colours, each with its letter where it begins, and where it goes on in another line. */
function paintWords(context: CanvasRenderingContext2D, line: PictureLine, { offset, stretches }: RowWords, palette: Palette): void {
  const first = (line.offset - offset) / 4;
  const cellWidth = line.width / line.cells;
  for (const { from, words, state } of stretches) {
    const start = Math.max(0, from - first);
    const end = Math.min(line.cells, from + words - first);
    if (end <= start) continue;
    const x = line.x + start * cellWidth;
    context.fillStyle = palette.words[state];
    context.fillRect(x, line.y, (end - start) * cellWidth, line.height);
    context.fillStyle = palette.ink;
    context.fillText(WORD_LOOKS[state].letter, x + 2, line.y + line.height / 2);
  }
}

/** Rows with words that are not as they should be, each with the letter of the worst. */
function paintRowStates(context: CanvasRenderingContext2D, line: PictureLine, states: Uint8Array, palette: Palette): void {
  const firstRow = (line.offset - line.area.offset) / line.area.rowBytes;
  const rowWidth = line.width / line.cells;
  for (let row = 0; row < line.cells; row++) {
    const state = WORD_STATES[states[firstRow + row] ?? 0];
    if (state === undefined || WORD_LOOKS[state].letter === '') continue;
    const x = line.x + row * rowWidth;
    hatch(context, x, line.y, Math.max(1, rowWidth), line.height, palette.words[state], palette.ink);
    if (rowWidth < NARROWEST_LETTERED || line.height < LOWEST_LETTERED) continue;
    // On a ground of its own: strokes would run through it.
    context.fillStyle = palette.words[state];
    context.fillRect(x + rowWidth - 14, line.y + 2, 13, line.height - 4);
    context.fillStyle = palette.ink;
    context.fillText(WORD_LOOKS[state].letter, x + rowWidth - 12, line.y + line.height / 2);
  }
}

interface LineDamage {
  readonly cells: readonly CellState[];
  readonly rowsPerCell: number;
}

function damageOf(map: DamageMap | null, line: PictureLine, rank: number): LineDamage | null {
  // The map has a grid for each metadata buffer.
  const grid = map?.find(({ component }) => component === (line.component === 'metadata' ? line.area.tensor : line.component));
  const found = grid?.lines.find((candidate) => candidate.layer === line.area.layer && candidate.rank === rank);
  return grid === undefined || found === undefined ? null : { cells: found.cells, rowsPerCell: grid.rowsPerCell };
}

const SOUND: ReadonlySet<CellState> = new Set(['untouched', 'right']);

function paintDamage(context: CanvasRenderingContext2D, line: PictureLine, { cells, rowsPerCell }: LineDamage, palette: Palette): void {
  const firstRow = (line.offset - line.area.offset) / line.area.rowBytes;
  const rowWidth = line.width / line.cells;
  for (let row = 0; row < line.cells; row++) {
    const state = cells[Math.floor((firstRow + row) / rowsPerCell)];
    if (state === undefined || SOUND.has(state)) continue;
    const x = line.x + row * rowWidth;
    hatch(context, x, line.y, Math.max(1, rowWidth), line.height, palette.isDark ? 'hsl(0 70% 40%)' : 'hsl(0 85% 68%)', palette.ink);
    const mark = markOf(state as CauseClassId);
    if (rowWidth < NARROWEST_LETTERED || line.height < LOWEST_LETTERED) continue;
    context.fillStyle = palette.ink;
    context.fillText(mark, x + rowWidth - 10, line.y + line.height / 2);
  }
}

/** Strokes across a cell, so that damage is not told by colour alone. */
function hatch(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, ground: string, ink: string): void {
  context.fillStyle = ground;
  context.fillRect(x, y, width, height);
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = ink;
  context.lineWidth = 1;
  context.beginPath();
  for (let at = x - height; at < x + width; at += 5) {
    context.moveTo(at, y + height);
    context.lineTo(at + height, y);
  }
  context.stroke();
  context.restore();
}
