/** @file Pages of the full pool or the SWA pool: 1..pages; page 0 is the null page, where padding and unmapped tokens write. */
import type { Where } from '../../core/errors.ts';
import type { RandomStream } from '../../core/random.ts';
import { IdPool } from './idPool.ts';

/** How scattered a fresh pool's free list is. */
export interface Fragmentation {
  /** Share of the pages whose place in the free list is drawn anew: 0 = ascending, 1 = a shuffle of all. */
  readonly share: number;
  readonly random: RandomStream;
}

/** Gives out pages from a free list; freed pages are the next to be given out, ascending, as `PagedTokenToKVPoolAllocator` does (2026-08). */
export class PagedAllocator {
  readonly #pages: IdPool;

  /**
   * @param name `full` or `SWA`, for messages
   * @param pages pages beside the null page
   * @param setting the setting that makes this pool larger, for messages
   */
  constructor(name: string, pages: number, setting: string, fragmentation?: Fragmentation) {
    this.#pages = new IdPool(`${name} page`, setting, freeListOrder(pages, fragmentation));
  }

  /** Pages beside the null page. */
  get pages(): number {
    return this.#pages.last;
  }

  get available(): number {
    return this.#pages.available;
  }

  /** @throws SimError(bad-input) naming pages asked and available */
  requireAvailable(count: number, where?: Where): void {
    this.#pages.requireAvailable(count, where);
  }

  /** The next `count` pages. @throws SimError(bad-input) when fewer are free; none is taken then */
  take(count: number, where?: Where): number[] {
    return this.#pages.take(count, where);
  }

  /** These pages. @throws SimError(bad-input) when one is 0, out of range, taken or named twice; none is taken then */
  takeExactly(pages: readonly number[], where?: Where): void {
    this.#pages.takeExactly(pages, where);
  }

  free(pages: readonly number[]): void {
    this.#pages.give(
      pages.toSorted((a, b) => a - b),
      'first',
    );
  }
}

/** 1..pages; the chosen share of them changes places among itself. */
function freeListOrder(pages: number, fragmentation: Fragmentation | undefined): number[] {
  const order = Array.from({ length: pages }, (_, i) => i + 1);
  if (fragmentation === undefined || fragmentation.share <= 0) return order;
  const { share, random } = fragmentation;
  const places = Array.from(order.keys()).filter(() => random.unit() < share);
  const moved = random.shuffle(places.slice());
  places.forEach((place, i) => {
    order[place] = (moved[i] as number) + 1;
  });
  return order;
}
