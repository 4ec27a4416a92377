/** @file State type `swa`: pages of the SWA pool that hold the window's end, which also address C4 state in paged mode. */
import { alignDown } from '../core/units.ts';
import { pageList, type TokenLocations } from './pageList.ts';

/** The full-to-SWA table as index builders read it: SWA location of a full-pool location, 0 = none. */
export interface FullToSwa {
  at(fullLocation: number): number;
}

/** The window an SWA list is cut to. */
export interface SwaWindow {
  readonly windowTokens: number;
  readonly pageSizeTokens: number;
  /** Tokens that decode holds already: the list does not start before them. */
  readonly prefixTokens: number;
}

/** First position of the list: the window's start, or the end of the prefix if that is later, floored to a page. */
export function swaStart(tokens: number, window: SwaWindow): number {
  return alignDown(Math.max(window.prefixTokens, tokens - window.windowTokens), window.pageSizeTokens);
}

/** SWA pages of positions [swaStart, tokens) (`swa_payload` on P, its twin on D; 2026-08). An unmapped page shows as 0, the null page. */
export function swaPages(locations: TokenLocations, mapping: FullToSwa, tokens: number, window: SwaWindow): Int32Array {
  return pageList((position) => mapping.at(locations.at(position)), swaStart(tokens, window), tokens, window.pageSizeTokens);
}
