/** @file Drawing a picture of memory: whose each cell is, and what went wrong there. It runs in a worker: nothing here knows the document. */
import type { HoldingLine } from '../engine/poolsProtocol.ts';
import type { RowWords } from '../engine/rowProtocol.ts';
import { cellsPerMark, marksOf } from './marks.ts';
import { type Palette, requestColor } from './palette.ts';
import { type Box, HEADING_HEIGHT, LABEL_GAP, type Picture, type PictureLine } from './picture.ts';
import type { SheetParts } from './sheetProtocol.ts';
import { MARK_STATES, type MarkState, WORD_LOOKS, type WordLook } from './wordLooks.ts';

/** What is drawn onto a picture. Of holdings, what is not there yet is drawn empty. */
export type Layers = Pick<SheetParts, 'holdings' | 'words' | 'rowStates'>;

/** Draws what lies between two heights. The context is scaled to CSS pixels from the picture's corner, and cleared. */
export function paint(
  context: OffscreenCanvasRenderingContext2D,
  picture: Pick<Picture, 'lines' | 'headings'>,
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
  cutCells(
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
const NARROWEST_LETTERED = 13;

function paintLine(context: OffscreenCanvasRenderingContext2D, line: PictureLine, layers: Layers, palette: Palette, hasLabel: boolean): void {
  context.fillStyle = palette.none;
  context.fillRect(line.x, line.y, line.width, line.height);
  const middle = line.y + line.height / 2;
  if (hasLabel) {
    context.fillStyle = palette.faint;
    context.textAlign = 'right';
    context.fillText(line.label, line.x - LABEL_GAP, middle, line.x - LABEL_GAP);
    context.textAlign = 'left';
  }
  const holding = layers.holdings.get(line.area.area);
  if (layers.words !== null && line.cellBytes === 4) paintWords(context, line, layers.words, palette);
  else if (holding !== undefined) paintHoldings(context, line, holding, palette);
  const states = layers.rowStates.get(line.area.area);
  if (states !== undefined && line.cellBytes === line.area.rowBytes) paintRowStates(context, line, states, palette);
}

/** Strokes between the cells of a grid. It may have tens of thousands of them: a stroke goes down all lines that are seen and have that many cells, and is taken out again between them. */
function cutCells(context: OffscreenCanvasRenderingContext2D, lines: readonly PictureLine[], palette: Palette): void {
  const [first] = lines;
  if (first === undefined || lines.some(({ area }) => area !== first.area)) return;
  const cellWidth = first.width / first.cells;
  if (cellWidth < NARROWEST_CUT) return;
  context.fillStyle = palette.cut;
  for (let cell = 1; cell < first.cells; cell++) {
    const lowest = lines.findLast(({ cells }) => cells > cell) ?? first;
    context.fillRect(first.x + cell * cellWidth, first.y, 0.5, lowest.y + lowest.height - first.y);
  }
  for (const { x, y, width, height } of lines) context.clearRect(x, y + height, width, 1);
}

function paintHoldings(context: OffscreenCanvasRenderingContext2D, line: PictureLine, { from, to, request }: HoldingLine, palette: Palette): void {
  const lineFrom = line.offset - line.area.offset;
  const lineBytes = line.cells * line.cellBytes;
  const scale = line.width / lineBytes;
  let i = firstAbove(to, lineFrom);
  let painted = -1;
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
    if (whose !== painted) context.fillStyle = requestColor(whose, palette.isDark);
    painted = whose;
    context.fillRect(x, line.y, width, line.height);
    if (line.height < LOWEST_LETTERED || width < NARROWEST_LETTERED) continue;
    context.fillStyle = palette.ink;
    painted = -1;
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
function paintWords(context: OffscreenCanvasRenderingContext2D, line: PictureLine, { offset, stretches }: RowWords, palette: Palette): void {
  const first = (line.offset - offset) / 4;
  const cellWidth = line.width / line.cells;
  for (const { from, words, state } of stretches) {
    const start = Math.max(0, from - first);
    const end = Math.min(line.cells, from + words - first);
    if (end <= start) continue;
    paintDamage(context, { x: line.x + start * cellWidth, y: line.y, width: (end - start) * cellWidth, height: line.height }, state, palette);
  }
}

/** Rows with words that are not as they should be, by the worst of them. */
function paintRowStates(context: OffscreenCanvasRenderingContext2D, line: PictureLine, states: Uint8Array, palette: Palette): void {
  const firstRow = (line.offset - line.area.offset) / line.area.rowBytes;
  const rowWidth = line.width / line.cells;
  const perMark = cellsPerMark(line.cells, line.width);
  for (const { from, to, state } of marksOf(states, firstRow, line.cells, perMark, isDamage)) {
    const word = MARK_STATES[state];
    if (word === undefined) continue;
    // Rows that are wide enough have a letter each.
    const step = rowWidth >= NARROWEST_LETTERED ? 1 : to - from;
    for (let row = from; row < to; row += step) {
      paintDamage(context, { x: line.x + row * rowWidth, y: line.y, width: step * rowWidth, height: line.height }, word, palette);
    }
  }
}

function isDamage(state: number): boolean {
  const word = MARK_STATES[state];
  return word !== undefined && WORD_LOOKS[word].letter !== '';
}

/** A damaged place: its colour, its strokes and, where there is room, its letter. */
function paintDamage(context: OffscreenCanvasRenderingContext2D, { x, y, width, height }: Box, state: MarkState, palette: Palette): void {
  const { letter, strokes } = WORD_LOOKS[state];
  context.fillStyle = palette.words[state];
  context.fillRect(x, y, width, height);
  stroke(context, { x, y, width, height }, strokes, palette.ink);
  if (letter === '' || width < NARROWEST_LETTERED || height < LOWEST_LETTERED) return;
  // On a ground of its own: strokes would run through it.
  context.fillStyle = palette.words[state];
  context.fillRect(x, y, NARROWEST_LETTERED - 1, height);
  context.fillStyle = palette.ink;
  context.fillText(letter, x + 2, y + height / 2);
}

/** Pixels from stroke to stroke. */
const STROKE_PITCH = 5;

function stroke(context: OffscreenCanvasRenderingContext2D, { x, y, width, height }: Box, strokes: WordLook['strokes'], ink: string): void {
  if (strokes === 'none') return;
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = ink;
  context.lineWidth = 1;
  context.beginPath();
  if (strokes === 'level') {
    for (let at = y + (height % STROKE_PITCH) / 2 + 0.5; at < y + height; at += STROKE_PITCH) {
      context.moveTo(x, at);
      context.lineTo(x + width, at);
    }
  } else {
    // From whole pitches of the canvas, so that strokes of neighbours meet.
    for (let at = Math.floor((x - height) / STROKE_PITCH) * STROKE_PITCH; at < x + width; at += STROKE_PITCH) {
      if (strokes !== 'falling') {
        context.moveTo(at, y + height);
        context.lineTo(at + height, y);
      }
      if (strokes !== 'rising') {
        context.moveTo(at, y);
        context.lineTo(at + height, y + height);
      }
    }
  }
  context.stroke();
  context.restore();
}
