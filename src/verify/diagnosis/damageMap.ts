/**
 * @file Decode's memory as a picture has it: one grid a component, a line a layer, columns of as many rows as fit; each cell says what became of its rows. Small enough to be put in
 * a page whatever the memory's size.
 */
import { groupBy } from '../../core/groupBy.ts';
import { type Area, componentName } from '../areas.ts';
import { classify } from '../wordCounts.ts';
import type { CauseClassId } from './causes.ts';
import type { Clue } from './reconcile.ts';
import type { AccountedPiece } from './scene.ts';
import type { Story } from './story.ts';

/** What became of a cell: nobody wrote and nobody should have; all arrived; or the cause of the worst of its damage. `unseen` = bad, but not looked into. */
export type CellState = 'untouched' | 'right' | 'unseen' | CauseClassId;

/** One layer of a component. */
export interface MapLine {
  readonly rank: number;
  readonly layer: number;
  readonly cells: readonly CellState[];
  /** Index of the story that a cell's damage belongs to, by cell; -1 where there is none. */
  readonly stories: readonly number[];
}

/** One component. */
export interface MapGrid {
  readonly component: string;
  /** Rows of the tensors, and how many of them a cell stands for. */
  readonly rows: number;
  readonly rowsPerCell: number;
  readonly lines: readonly MapLine[];
}

/** All of decode's registered memory. */
export type DamageMap = readonly MapGrid[];

/** Cells of a line at most. */
const MOST_CELLS = 128;

/** Draws the map; gaps between tensors are left out, unless something is wrong in them. */
export function mapDamage(pieces: readonly AccountedPiece[], clues: readonly Clue[], stories: readonly Story[]): DamageMap {
  const canvases = new Map<Area, Canvas>();
  const rows = new Map<string, number>();
  for (const area of new Set(pieces.flatMap(({ segments }) => segments.map((traced) => traced.area)))) {
    rows.set(gridName(area), Math.max(rows.get(gridName(area)) ?? 1, rowsOf(area)));
  }
  const canvasOf = (piece: AccountedPiece, area: Area): Canvas => {
    const known = canvases.get(area);
    if (known !== undefined) return known;
    const made = new Canvas(piece.rank.index, area, Math.ceil((rows.get(gridName(area)) ?? 1) / MOST_CELLS));
    canvases.set(area, made);
    return made;
  };
  for (const piece of pieces) {
    piece.segments.forEach((traced, index) => {
      const { segment, area } = traced;
      const words = classify(traced, piece.counts.bad[index] ?? 0, piece.counts.missing[index] ?? 0);
      const canvas = canvasOf(piece, area);
      const state = words.wrong + words.missing + words.touched > 0 ? 'unseen' : words.right > 0 ? 'right' : 'untouched';
      canvas.paint(piece.windowOffset + segment.offset, segment.bytes, state, -1);
    });
  }
  const storyOf = storyFinder(stories);
  for (const clue of clues) {
    const { at, bytes } = clue.observation;
    canvases.get(at.area)?.paint(at.offset, bytes, clue.attribution.cause, storyOf(clue));
  }
  return gridsOf([...canvases.values()]);
}

/** The story that tells of a clue: of its component and cause, the one with its relation, else the largest. */
function storyFinder(stories: readonly Story[]): (clue: Clue) => number {
  const byPart = groupBy([...stories.keys()], (index) => `${stories[index]?.component}/${stories[index]?.class}`);
  return ({ observation: { at }, attribution: { cause, relation } }) => {
    const candidates = byPart.get(`${componentName(at.area)}/${cause}`) ?? [];
    return candidates.find((index) => stories[index]?.relation.kind === relation.kind && stories[index]?.relation.by === relation.by) ?? candidates[0] ?? -1;
  };
}

function rowsOf({ bytes, itemBytes }: Area): number {
  return itemBytes === 0 ? 1 : Math.ceil(bytes / itemBytes);
}

/** One area's cells while they are painted. */
class Canvas {
  readonly rank: number;
  readonly area: Area;
  readonly cells: CellState[];
  readonly stories: number[];
  readonly #cellBytes: number;

  constructor(rank: number, area: Area, rowsPerCell: number) {
    const cells = Math.ceil(rowsOf(area) / rowsPerCell);
    this.rank = rank;
    this.area = area;
    this.cells = new Array<CellState>(cells).fill('untouched');
    this.stories = new Array<number>(cells).fill(-1);
    this.#cellBytes = area.itemBytes === 0 ? area.bytes : rowsPerCell * area.itemBytes;
  }

  /** Damage covers what is right, and what is right covers what is untouched; of damage, the largest story stays. */
  paint(offset: number, bytes: number, state: CellState, story: number): void {
    const from = offset - this.area.offset;
    const last = Math.min(this.cells.length - 1, Math.floor((from + bytes - 1) / this.#cellBytes));
    for (let cell = Math.floor(from / this.#cellBytes); cell <= last; cell++) {
      const held = this.stories[cell] ?? -1;
      if (weightOf(state) < weightOf(this.cells[cell] ?? 'untouched') || (held >= 0 && held <= story)) continue;
      this.cells[cell] = state;
      this.stories[cell] = story;
    }
  }
}

function weightOf(state: CellState): number {
  return state === 'untouched' ? 0 : state === 'right' ? 1 : state === 'unseen' ? 2 : 3;
}

function gridsOf(canvases: readonly Canvas[]): DamageMap {
  const drawn = canvases.filter(({ area, cells }) => area.tensor !== null || cells.some((cell) => weightOf(cell) > 1));
  return [...groupBy(drawn, ({ area }) => gridName(area))].map(([component, group]) => {
    const rows = Math.max(...group.map(({ area }) => rowsOf(area)));
    return {
      component,
      rows,
      rowsPerCell: Math.ceil(rows / MOST_CELLS),
      lines: group.map(({ rank, area, cells, stories }) => ({ rank, layer: area.layer, cells, stories })),
    };
  });
}

/** Metadata buffers have no layers to tell them apart: each is a grid of its own. */
function gridName(area: Area): string {
  return area.family === 'metadata' && area.tensor !== null ? area.tensor.name : componentName(area);
}
