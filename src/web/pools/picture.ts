/** @file Where things lie on the canvases of the pools view, as plain geometry: from a byte to its box and from a point to its byte. No canvas, no colours. Pixels are CSS pixels. */
import { counted, formatInteger } from '../../core/units.ts';
import type { AreaMap, ComponentMap } from '../engine/poolsProtocol.ts';
import { cellsPerMark } from './marks.ts';

/** A box on a canvas. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the arrow keys lead. */
export type Direction = 'left' | 'right' | 'up' | 'down';

/** Cells of equal bytes on a canvas. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** In the order of drawing. */
  readonly lines: readonly PictureLine[];
  readonly headings: readonly { readonly text: string; readonly y: number }[];
  /** First byte of the cell at a point, from the rank's base; null beside all cells. */
  hit(x: number, y: number): number | null;
  /** The box of the cell that holds a byte; null where it is not in the picture. */
  boxOf(offset: number): Box | null;
  /** First byte of the next cell in a direction; the same byte's cell at the border. */
  step(offset: number, direction: Direction): number;
}

/** Cells in a row: bytes [offset, offset + cells * cellBytes) of the rank. */
export interface PictureLine extends Box {
  readonly area: AreaMap;
  readonly component: string;
  readonly label: string;
  readonly offset: number;
  readonly cells: number;
  readonly cellBytes: number;
}

/** Room for the numbers of layers at the left; buffers that have names instead take what those need. */
const LABEL_WIDTH = 64;
/** Of the width at most so much for names: the greater part is what is looked at. */
const MOST_LABEL_SHARE = 0.48;
/** Widest letters of the canvas's face, on average. */
const LETTER_WIDTH = 6.6;
/** Between a label and its line. */
export const LABEL_GAP = 6;
/** Room for a component's name above its lines. */
export const HEADING_HEIGHT = 20;
const GAP = 8;
/** Room above and below a grid for the frame around what is picked. */
const EDGE = 4;

/** A component after another, a line a layer, rows from left to right; however many there are, they fill the width. */
export function bandPicture(components: readonly ComponentMap[], width: number, lineHeight: number): Picture {
  const lines: PictureLine[] = [];
  const headings: { text: string; y: number }[] = [];
  let y = 0;
  for (const { name, areas } of components) {
    const rows = areas[0]?.rows ?? 0;
    const labels = labelsOf(areas, width);
    const x = Math.max(LABEL_WIDTH, ...labels.map(widthOf));
    const perMark = cellsPerMark(rows, width - x);
    headings.push({ text: `${name}, ${counted(rows, 'row')}${perMark > 1 ? `; a mark = ${formatInteger(perMark)} rows` : ''}`, y });
    y += HEADING_HEIGHT;
    for (const [i, area] of areas.entries()) {
      lines.push({
        area,
        component: name,
        label: labels[i] ?? '',
        offset: area.offset,
        cells: area.rows,
        cellBytes: area.rowBytes,
        x,
        y,
        width: Math.max(1, width - x),
        height: lineHeight - 1,
      });
      y += lineHeight;
    }
    y += GAP;
  }
  return pictureOf(lines, headings, width, y);
}

/** Numbers of layers; metadata buffers have none, but names. Many begin alike, so what does not fit is cut at the front. */
function labelsOf(areas: readonly AreaMap[], width: number): readonly string[] {
  const most = Math.floor((width * MOST_LABEL_SHARE - LABEL_GAP) / LETTER_WIDTH);
  return areas.map(({ layer, tensor }) => {
    const name = layer < 0 ? tensor.slice(tensor.lastIndexOf('/') + 1) : String(layer);
    return name.length <= most ? name : `…${name.slice(Math.max(0, name.length - most + 1))}`;
  });
}

function widthOf(label: string): number {
  return Math.ceil(label.length * LETTER_WIDTH) + LABEL_GAP;
}

/** One stretch in lines of equal length, as text runs on: rows of a layer, or words of a row. */
export function gridPicture(
  area: AreaMap,
  component: string,
  stretch: { readonly offset: number; readonly cells: number; readonly cellBytes: number },
  width: number,
  cellSize: { readonly width: number; readonly height: number },
): Picture {
  const { offset, cells, cellBytes } = stretch;
  const columns = Math.max(1, Math.floor((width - LABEL_WIDTH) / cellSize.width));
  const lines: PictureLine[] = [];
  for (let first = 0, y = EDGE; first < cells; first += columns, y += cellSize.height) {
    const count = Math.min(columns, cells - first);
    lines.push({
      area,
      component,
      label: String(first),
      offset: offset + first * cellBytes,
      cells: count,
      cellBytes,
      x: LABEL_WIDTH,
      y,
      width: count * cellSize.width,
      height: cellSize.height - 1,
    });
  }
  return pictureOf(lines, [], width, lines.length * cellSize.height + 2 * EDGE);
}

function pictureOf(lines: readonly PictureLine[], headings: Picture['headings'], width: number, height: number): Picture {
  const lineAt = (offset: number): number => lines.findIndex((line) => offset >= line.offset && offset < line.offset + line.cells * line.cellBytes);
  const cellOf = (line: PictureLine, offset: number): number => Math.floor((offset - line.offset) / line.cellBytes);
  const byteOf = (line: PictureLine, cell: number): number => line.offset + Math.min(line.cells - 1, Math.max(0, cell)) * line.cellBytes;
  return {
    width,
    height,
    lines,
    headings,
    hit: (x, y) => {
      const line = lines.find((candidate) => y >= candidate.y && y <= candidate.y + candidate.height);
      if (line === undefined || x < line.x || x >= line.x + line.width) return null;
      return byteOf(line, Math.floor(((x - line.x) / line.width) * line.cells));
    },
    boxOf: (offset) => {
      const line = lines[lineAt(offset)];
      if (line === undefined) return null;
      const cellWidth = line.width / line.cells;
      return { x: line.x + cellOf(line, offset) * cellWidth, y: line.y, width: cellWidth, height: line.height };
    },
    step: (offset, direction) => {
      const index = lineAt(offset);
      const line = lines[index];
      if (line === undefined) return lines[0]?.offset ?? offset;
      const cell = cellOf(line, offset);
      if (direction === 'left' || direction === 'right') {
        const next = cell + (direction === 'left' ? -1 : 1);
        // Past its end a line of a grid goes on in the next one; a layer ends.
        const neighbour = lines[index + (direction === 'left' ? -1 : 1)];
        const goesOn = neighbour !== undefined && neighbour.area === line.area && (next < 0 || next >= line.cells);
        return goesOn ? byteOf(neighbour, direction === 'left' ? neighbour.cells - 1 : 0) : byteOf(line, next);
      }
      const other = lines[index + (direction === 'up' ? -1 : 1)];
      if (other === undefined) return byteOf(line, cell);
      // Lines of other scales: the cell above or below, as it looks.
      return byteOf(other, Math.floor(((cell + 0.5) * line.width * other.cells) / (line.cells * other.width)));
    },
  };
}
