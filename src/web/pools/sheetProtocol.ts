/** @file What the page tells the worker that draws memory: a sheet is a canvas, and what is on it comes in parts as they change. */
import type { HoldingLine } from '../engine/poolsProtocol.ts';
import type { RowWords } from '../engine/rowProtocol.ts';
import type { Palette } from './palette.ts';
import type { Picture } from './picture.ts';

/** What is on a sheet. */
export interface SheetParts {
  /** Null where there is nothing to draw yet. */
  readonly picture: Pick<Picture, 'width' | 'height' | 'lines' | 'headings'> | null;
  /** The part of the picture that is seen, CSS pixels, and how many pixels of the screen each of them is. */
  readonly view: { readonly top: number; readonly height: number; readonly ratio: number };
  /** By area. */
  readonly holdings: ReadonlyMap<number, HoldingLine>;
  /** Of decode, where a row is looked at word by word. */
  readonly words: RowWords | null;
  /** Of decode, by area: an index of `MARK_STATES` a row. */
  readonly rowStates: ReadonlyMap<number, Uint8Array>;
  readonly palette: Palette;
}

/** To the worker. */
export type SheetMessage =
  | { readonly kind: 'begin'; readonly sheet: number; readonly canvas: OffscreenCanvas }
  /** Parts that changed; drawn at the next frame. */
  | { readonly kind: 'show'; readonly sheet: number; readonly parts: Partial<SheetParts> }
  | { readonly kind: 'end'; readonly sheet: number };

/** From the worker: a sheet has been drawn. */
export interface SheetDrawn {
  readonly sheet: number;
}
