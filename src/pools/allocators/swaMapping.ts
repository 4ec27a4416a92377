/** @file The full-to-SWA table: which SWA location holds the sliding-window KV of a full-pool location. */

/**
 * The engine's int64 tensor of full tokens + page size + 1 entries (`SWATokenToKVPoolAllocator`, 2026-08): 0 = unmapped, last entry -1, so that index -1 ("no previous
 * token") gives -1. Kept by page, since both pools fill their pages in lock-step: a page's mapped tokens are one range, at equal offsets on both sides. The identity of
 * the *object* is what target and draft must share; two mappings of equal contents are unlike.
 */
export class SwaMapping {
  /** For people: which mapping this is. */
  readonly label: string;
  readonly pageSizeTokens: number;
  /** Entries of the table. */
  readonly size: number;
  /** By full page: SWA page, and the offsets [from, to) that are mapped. */
  readonly #swaPage: Int32Array;
  readonly #from: Int32Array;
  readonly #to: Int32Array;

  constructor(label: string, fullTokens: number, pageSizeTokens: number) {
    this.label = label;
    this.pageSizeTokens = pageSizeTokens;
    this.size = fullTokens + pageSizeTokens + 1;
    const pages = Math.ceil(this.size / pageSizeTokens);
    this.#swaPage = new Int32Array(pages);
    this.#from = new Int32Array(pages);
    this.#to = new Int32Array(pages);
  }

  /** SWA location of a full location; 0 = unmapped. -1 is the last entry, as in Python. @throws RangeError outside the table */
  at(fullLocation: number): number {
    if (fullLocation === -1 || fullLocation === this.size - 1) return -1;
    if (fullLocation < 0 || fullLocation >= this.size) throw new RangeError(`location ${fullLocation} is outside a table of ${this.size} entries`);
    const page = Math.floor(fullLocation / this.pageSizeTokens);
    const offset = fullLocation % this.pageSizeTokens;
    const mapped = offset >= (this.#from[page] as number) && offset < (this.#to[page] as number);
    return mapped ? (this.#swaPage[page] as number) * this.pageSizeTokens + offset : 0;
  }

  /** SWA page of a full page; 0 = unmapped. */
  swaPageOf(fullPage: number): number {
    return this.#swaPage[fullPage] ?? 0;
  }

  /** Maps offsets [from, to) of a full page; what was mapped of it before is forgotten. @throws RangeError for a page outside the table */
  mapPage(fullPage: number, swaPage: number, toTokens: number = this.pageSizeTokens, fromTokens = 0): void {
    if (!(fullPage in this.#swaPage)) throw new RangeError(`full page ${fullPage} is outside a table of ${this.size} entries`);
    this.#swaPage[fullPage] = swaPage;
    this.#from[fullPage] = fromTokens;
    this.#to[fullPage] = toTokens;
  }

  /** Zeroes a full page's entries, as freeing and eviction out of the window do. */
  unmapPage(fullPage: number): void {
    this.mapPage(fullPage, 0, 0);
  }

  /**
   * Maps a run of consecutive locations, which may cross pages.
   * @throws RangeError where the two sides' offsets in the page differ: allocators never produce that
   */
  mapRun(fullFirst: number, swaFirst: number, count: number): void {
    const size = this.pageSizeTokens;
    if ((fullFirst - swaFirst) % size !== 0) throw new RangeError(`full ${fullFirst} and SWA ${swaFirst} lie at unlike offsets of their pages`);
    const end = fullFirst + count;
    for (let at = fullFirst; at < end; ) {
      const page = Math.floor(at / size);
      const next = Math.min(end, (page + 1) * size);
      this.mapPage(page, Math.floor((swaFirst + at - fullFirst) / size), next - page * size, at - page * size);
      at = next;
    }
  }
}

/**
 * SWA tokens that decode allocates for a request (rule of the golden vectors' `swaTailLen`, 2026-08): from the window's start, floored to a page, to the end. With a radix cache on decode it keeps
 * the larger of window and page before the last committed position.
 * @param windowTokens null or 0 = no window: everything
 */
export function swaTailLen(tokens: number, windowTokens: number | null, pageSizeTokens: number, decodeRadixCache: boolean): number {
  if (windowTokens === null || windowTokens === 0) return tokens;
  const start = decodeRadixCache ? tokens - 1 - Math.max(windowTokens, pageSizeTokens) : tokens - windowTokens;
  return tokens - Math.floor(Math.max(0, start) / pageSizeTokens) * pageSizeTokens;
}
