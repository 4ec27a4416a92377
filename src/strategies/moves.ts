/**
 * @file Copies between two arenas: the unit that strategies deal in.
 */
import type { Arena, CopyTable } from '../device/device.ts';

/** Copies from one arena to another, in sending order, whose destinations do not overlap. */
export interface Moves {
  readonly src: Arena;
  readonly dst: Arena;
  readonly table: CopyTable;
}
