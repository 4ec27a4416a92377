/**
 * @file A request's token locations, and the one rule by which engines turn locations into pages.
 */
import { ceilDiv, floorDiv } from '../core/units.ts';

/** Where each token of a request lies in the full pool (a row of `req_to_token`), never as an array of its own: a prompt may have a million tokens. */
export interface TokenLocations {
  readonly tokens: number;
  /** Location of the token at a position of 0..tokens-1. */
  at(position: number): number;
}

/** Locations from a page table: token p lies at offset p mod page size of the page of its logical page. */
export function locationsFromPages(pages: readonly number[], pageSizeTokens: number, tokens: number): TokenLocations {
  return {
    tokens,
    at: (position) => (pages[floorDiv(position, pageSizeTokens)] ?? outside(position, tokens)) * pageSizeTokens + (position % pageSizeTokens),
  };
}

/** Locations from ascending runs [first location, count] in logical order, as dumps and the golden vectors give them. */
export function locationsFromRuns(runs: readonly (readonly [first: number, count: number])[]): TokenLocations {
  const starts: number[] = [];
  let tokens = 0;
  for (const [, count] of runs) {
    starts.push(tokens);
    tokens += count;
  }
  const at = (position: number) => {
    if (position < 0 || position >= tokens) return outside(position, tokens);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((starts[middle] as number) <= position) low = middle;
      else high = middle - 1;
    }
    const [first] = runs[low] as readonly [number, number];
    return first + position - (starts[low] as number);
  };
  return { tokens, at };
}

function outside(position: number, tokens: number): never {
  throw new RangeError(`position ${position} is outside a request of ${tokens} tokens`);
}

/**
 * Pages of positions [from, to): every `pageSizeTokens`-th location from the first, floor-divided (`kv_to_page_indices`). Like the engine, it takes for
 * granted that `from` starts a page and that a page's tokens lie in order.
 * @param locationAt location of a position
 */
export function pageList(locationAt: (position: number) => number, from: number, to: number, pageSizeTokens: number): Int32Array {
  const pages = new Int32Array(Math.max(0, ceilDiv(to - from, pageSizeTokens)));
  for (let i = 0, position = from; i < pages.length; i++, position += pageSizeTokens) pages[i] = floorDiv(locationAt(position), pageSizeTokens);
  return pages;
}

/** Pages of a list of locations (`kv_to_page_indices`). */
export function kvToPageIndices(locations: ArrayLike<number>, pageSizeTokens: number): Int32Array {
  return pageList((position) => locations[position] as number, 0, locations.length, pageSizeTokens);
}

/** Pages that `tokens` tokens take up (`kv_to_page_num`). */
export function kvToPageNum(tokens: number, pageSizeTokens: number): number {
  return ceilDiv(tokens, pageSizeTokens);
}
