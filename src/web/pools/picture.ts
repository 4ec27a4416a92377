/** @file Where things lie on the canvases of the pools view, as plain geometry: from a byte to its box and from a point to its byte. No canvas, no colours. Pixels are CSS pixels. */
import { formatInteger } from '../../core/units.ts';
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

/** Room for the names of layers at the left. */
export const LABEL_WIDTH = 64;
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
    const perMark = cellsPerMark(rows, width - LABEL_WIDTH);
    headings.push({ text: `${name}, ${formatInteger(rows)} rows${perMark > 1 ? `; a mark = ${formatInteger(perMark)} rows` : ''}`, y });
    y += HEADING_HEIGHT;
    for (const area of areas) {
      // Metadata buffers have no layers, but names.
      const label = area.layer < 0 ? shortened(area.tensor.slice(area.tensor.lastIndexOf('/') + 1)) : String(area.layer);
      lines.push({
        area,
        component: name,
        label,
        offset: area.offset,
        cells: area.rows,
        cellBytes: area.rowBytes,
        x: LABEL_WIDTH,
        y,
        width: Math.max(1, width - LABEL_WIDTH),
        height: lineHeight - 1,
      });
      y += lineHeight;
    }
    y += GAP;
  }
  return pictureOf(lines, headings, width, y);
}

const MOST_LABEL = 10;

function shortened(name: string): string {
  return name.length <= MOST_LABEL ? name : `${name.slice(0, MOST_LABEL - 1)}…`;
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
