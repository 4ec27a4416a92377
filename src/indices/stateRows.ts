/** @file Rows inside a compress-state buffer, as the kernels address them. */
import { floorDiv } from '../core/units.ts';

/** C4 state row of an SWA location: each SWA page owns a ring of `ringRows` rows for its last tokens. Negative (no token) gives -1. */
export function swaLocToStateRow(swaLocation: number, ringRows: number, swaPageSizeTokens: number): number {
  return swaLocation < 0 ? -1 : ringRows * floorDiv(swaLocation, swaPageSizeTokens) + (swaLocation % ringRows);
}

/** State row of a position of a request: each slot owns a ring of `ringRows` rows. Negative (no token) gives -1. */
export function reqPosToStateRow(slot: number, position: number, ringRows: number): number {
  return position < 0 ? -1 : slot * ringRows + (position % ringRows);
}
