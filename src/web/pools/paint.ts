/** @file Drawing a picture of memory: whose each cell is, what went wrong there, what is picked. Colours come from the page's style sheet, so that both themes work. */

import { markOf } from '../../report/html/paints.ts';
import type { CauseClassId } from '../../verify/diagnosis/causes.ts';
import type { CellState, DamageMap } from '../../verify/diagnosis/damageMap.ts';
import type { HoldingLine } from '../engine/poolsProtocol.ts';
import { LABEL_WIDTH, type Picture, type PictureLine } from './picture.ts';

/** What is drawn onto a picture. */
export interface Layers {
  /** By area; what is not there yet is drawn empty. */
  readonly holdings: ReadonlyMap<number, HoldingLine>;
  /** Of decode, after a run of what is shown. */
  readonly damage: DamageMap | null;
  readonly rank: number;
  /** First byte of the picked word, from the rank's base; null where nothing is picked here. */
  readonly picked: number | null;
}

interface Palette {
  readonly ink: string;
  readonly faint: string;
  readonly none: string;
  readonly line: string;
  readonly focus: string;
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
    line: value('--line'),
    focus: value('--focus'),
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  };
}

/** Hue of a request; its number stands beside it where there is room, and in words below. */
export function requestColor(request: number, isDark: boolean): string {
  return `hsl(${Math.round(200 + request * 137.5) % 360} ${isDark ? '40% 42%' : '55% 74%'})`;
}

/** Draws all of it. The context is scaled to CSS pixels, and cleared. */
export function paint(context: CanvasRenderingContext2D, picture: Picture, layers: Layers, palette: Palette): void {
  context.textBaseline = 'middle';
  context.font = '11px system-ui, sans-serif';
  context.fillStyle = palette.faint;
  for (const { text, y } of picture.headings) context.fillText(text, 0, y + 11);
  let labelledTo = Number.NEGATIVE_INFINITY;
  for (const line of picture.lines) {
    const hasLabel = line.label !== '' && line.y + line.height / 2 >= labelledTo;
    if (hasLabel) labelledTo = line.y + line.height / 2 + LABEL_HEIGHT;
    paintLine(context, line, layers, palette, hasLabel);
  }
  const box = layers.picked === null ? null : picture.boxOf(layers.picked);
  if (box === null) return;
  context.strokeStyle = palette.focus;
  context.lineWidth = 3;
  context.strokeRect(box.x - 2, box.y - 2, Math.max(box.width, 3) + 4, box.height + 4);
}

/** Labels of lines closer together than this would run into each other: those between are left out. */
const LABEL_HEIGHT = 13;
/** Numbers of requests stand in lines of this height and more. */
const LOWEST_LETTERED = 11;
/** Cells of this width and more are told apart by strokes between them. */
const NARROWEST_CUT = 6;
const NARROWEST_LETTERED = 12;

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
  if (holding !== undefined) paintHoldings(context, line, holding, palette);
  const cellWidth = line.width / line.cells;
  if (cellWidth >= NARROWEST_CUT && line.cellBytes === 4) {
    context.fillStyle = palette.line;
    for (let cell = 1; cell < line.cells; cell++) context.fillRect(line.x + cell * cellWidth, line.y, 0.5, line.height);
  }
  const damage = line.cellBytes === line.area.rowBytes ? damageOf(layers.damage, line, layers.rank) : null;
  if (damage !== null) paintDamage(context, line, damage, palette);
}

function paintHoldings(context: CanvasRenderingContext2D, line: PictureLine, { from, to, request }: HoldingLine, palette: Palette): void {
  const lineFrom = line.offset - line.area.offset;
  const lineBytes = line.cells * line.cellBytes;
  const scale = line.width / lineBytes;
  let i = 0;
  while (i < request.length) {
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
    hatch(context, x, line.y, Math.max(1, rowWidth), line.height, palette);
    const mark = markOf(state as CauseClassId);
    if (rowWidth < NARROWEST_LETTERED || line.height < LOWEST_LETTERED) continue;
    context.fillStyle = palette.ink;
    context.fillText(mark, x + rowWidth - 10, line.y + line.height / 2);
  }
}

/** Strokes across a cell, so that damage is not told by colour alone. */
function hatch(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, { ink, isDark }: Palette): void {
  context.fillStyle = isDark ? 'hsl(0 70% 40%)' : 'hsl(0 85% 68%)';
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
