/**
 * @file Pages reserved by request slot, one behind the other, as many for each slot as the longest request takes (layout `request-packed`, which is not SGLang's): slot s has pages
 * (s - 1) * reserved + 1 and up. Nothing scatters them; what a shorter request leaves of its slot's pages lies idle.
 */
import { SimError, type Where } from '../../core/errors.ts';

/** What is reserved in one pool. */
export interface SlotReservation {
  /** `full` or `SWA`, for messages. */
  readonly name: string;
  /** Pages beside the null page. */
  readonly pages: number;
  readonly pagesPerSlot: number;
  /** The setting that makes this pool larger, for messages. */
  readonly setting: string;
}

/**
 * The first `count` pages of a slot.
 * @throws SimError(bad-input) where the pool ends before the slot's reservation does; names both
 */
export function pagesOfSlot({ name, pages, pagesPerSlot, setting }: SlotReservation, slot: number, count: number, where: Where): number[] {
  const needed = slot * pagesPerSlot;
  if (needed > pages) {
    throw new SimError('bad-input', {
      what: `the ${name} pool has too few pages to reserve as many for every slot as the longest request takes`,
      values: { slot, 'pages a slot': pagesPerSlot, needed, pages },
      where,
      mend: `Raise ${setting} until the pool has ${needed} pages, or use layout page-first.`,
    });
  }
  return Array.from({ length: count }, (_, i) => needed - pagesPerSlot + 1 + i);
}
