/**
 * @file Every index list of one request on one node. P builds its state lists with the last chunk, D when it admits the request.
 */
import type { PoolMode } from '../model/engineConfig.ts';
import { type C128Ring, c128StateIndices } from './c128State.ts';
import { kvPages } from './kvPages.ts';
import type { TokenLocations } from './pageList.ts';
import { type FullToSwa, swaPages } from './swa.ts';
import { swaRingRows } from './swaRing.ts';

/** What of a node's pools decides its indices. */
export interface IndexGeometry {
  readonly mode: PoolMode;
  readonly pageSizeTokens: number;
  readonly windowTokens: number;
  /** Rows of a slot's ring in unified mode; null in paged mode. */
  readonly unifiedRingRows: number | null;
  readonly c128: C128Ring;
  /** What addresses the C4 states of component 0 in unified mode; paged mode always takes SWA pages. */
  readonly c4StateIndex: 'swa-page' | 'slot';
}

/** A request's lengths, the same on both nodes. */
export interface RequestLengths {
  readonly inputTokens: number;
  /** Tokens that P has computed when it sends the last chunk; more than `inputTokens` counts as `inputTokens`. */
  readonly prefillEndTokens: number;
  /** Tokens that D held before. */
  readonly decodePrefixTokens: number;
}

/** Where the request sits on the node. */
export interface RequestPlace {
  readonly slot: number;
  readonly locations: TokenLocations;
  readonly mapping: FullToSwa;
}

/** Index lists by state type; the draft's component takes the very list of its type. null = this mode has none. */
export interface StateIndices {
  readonly swa: Int32Array;
  readonly swa_ring: Int32Array | null;
  readonly c128_state: Int32Array;
}

/** Every list of a request on one node. */
export interface RequestIndices {
  /** Pages of the main KV list, past the decode prefix. */
  readonly kvPages: Int32Array;
  /** Pages of the whole sequence. */
  readonly fullKvPages: Int32Array;
  readonly states: StateIndices;
}

/**
 * All lists of a request on one side (2026-08; see `c4StateIndex` for 2026-09). P counts the tokens it has computed, D the whole input; C128 state counts the
 * whole input on both sides.
 * @throws EngineError of `c128StateIndices`
 */
export function requestIndices(side: 'prefill' | 'decode', geometry: IndexGeometry, lengths: RequestLengths, place: RequestPlace): RequestIndices {
  const { inputTokens, prefillEndTokens, decodePrefixTokens } = lengths;
  const { pageSizeTokens, windowTokens, unifiedRingRows } = geometry;
  const { slot, locations, mapping } = place;
  const tokens = side === 'prefill' ? Math.min(prefillEndTokens, inputTokens) : inputTokens;
  // The unified pool of 2026-09 keeps C4 state by slot: SWA page ids would move other requests' rings.
  const bySlot = geometry.mode === 'unified' && geometry.c4StateIndex === 'slot';
  const pages = kvPages(locations, decodePrefixTokens, tokens, pageSizeTokens);
  return {
    kvPages: pages,
    // Nearly every request has no prefix, and a list of its own costs more memory than its few pages.
    fullKvPages: decodePrefixTokens === 0 ? pages : kvPages(locations, 0, tokens, pageSizeTokens),
    states: {
      swa: bySlot ? Int32Array.of(slot) : swaPages(locations, mapping, tokens, { windowTokens, pageSizeTokens, prefixTokens: decodePrefixTokens }),
      swa_ring: unifiedRingRows === null ? null : swaRingRows(slot, tokens, windowTokens, unifiedRingRows),
      c128_state: c128StateIndices(slot, inputTokens, geometry.c128),
    },
  };
}
