/** @file Request slots (rows of `req_to_token`): 1 and up; row 0 is padding. */
import type { Where } from '../../core/errors.ts';
import { IdPool } from './idPool.ts';

/** Gives out slots lowest first; a freed slot queues behind the others, as `ReqToTokenPool` does (2026-08). */
export class SlotAllocator {
  readonly #slots: IdPool;

  /** @param rows rows of `req_to_token`, padding row included; slots are 1..rows-1 */
  constructor(rows: number) {
    this.#slots = new IdPool(
      'request slot',
      'maxRequests',
      Array.from({ length: Math.max(0, rows - 1) }, (_, i) => i + 1),
    );
  }

  get available(): number {
    return this.#slots.available;
  }

  /** @throws SimError(bad-input) when none is free, or the one asked for does not exist or is taken */
  take(slot?: number, where?: Where): number {
    if (slot === undefined) return this.#slots.take(1, where)[0] as number;
    this.#slots.takeExactly([slot], where);
    return slot;
  }

  free(slot: number): void {
    this.#slots.give([slot], 'last');
  }
}
