/**
 * @file What slot and page allocators have in common: numbers 1..last to take and give back; 0 is never given out.
 */
import { SimError, type Where } from '../../core/errors.ts';
import { NumberQueue } from '../../core/queue.ts';

/** A stock of numbers. Taking is all or nothing. */
export class IdPool {
  /** Singular, for messages: `SWA page`. */
  readonly unit: string;
  readonly last: number;
  /** The setting that makes the pool larger, for messages: `swaRatio`. */
  readonly #setting: string;
  /** Free numbers; the first is the next to be given out. */
  readonly #free: NumberQueue;
  readonly #taken: Uint8Array;

  /** @param order all of 1..last, in the order in which they are to be given out */
  constructor(unit: string, setting: string, order: readonly number[]) {
    this.unit = unit;
    this.last = order.length;
    this.#setting = setting;
    this.#free = new NumberQueue(order);
    this.#taken = new Uint8Array(order.length + 1);
  }

  get available(): number {
    return this.#free.length;
  }

  isFree(id: number): boolean {
    return Number.isInteger(id) && id >= 1 && id <= this.last && this.#taken[id] === 0;
  }

  /** @throws SimError(bad-input) when fewer than `count` are free */
  requireAvailable(count: number, where?: Where): void {
    if (count <= this.available) return;
    throw new SimError('bad-input', {
      what: `not enough ${this.unit}s are free`,
      values: { asked: count, available: this.available, 'in all': this.last },
      ...(where === undefined ? {} : { where }),
      mend: `Raise ${this.#setting}, or send fewer or shorter requests.`,
    });
  }

  /** @throws SimError(bad-input) when fewer than `count` are free; nothing is taken then */
  take(count: number, where?: Where): number[] {
    this.requireAvailable(count, where);
    const ids: number[] = [];
    for (let i = 0; i < count; i++) {
      const id = this.#free.shift() as number;
      this.#taken[id] = 1;
      ids.push(id);
    }
    return ids;
  }

  /** Takes the numbers the user asked for. @throws SimError(bad-input) for one that is out of range, not free, or asked for twice; nothing is taken then */
  takeExactly(ids: readonly number[], where?: Where): void {
    const wanted = new Set<number>();
    for (const id of ids) {
      if (!this.isFree(id) || wanted.has(id)) {
        const inRange = Number.isInteger(id) && id >= 1 && id <= this.last;
        const why = !inRange ? 'does not exist' : wanted.has(id) ? 'is asked for twice' : 'is taken';
        throw new SimError('bad-input', {
          what: `${this.unit} ${id} ${why}`,
          values: { first: 1, last: this.last },
          ...(where === undefined ? {} : { where }),
          mend: `Choose a free ${this.unit}, or leave the choice to the allocator.`,
        });
      }
      wanted.add(id);
    }
    for (const id of wanted) this.#taken[id] = 1;
    this.#free.keep((id) => !wanted.has(id));
  }

  /**
   * Gives numbers back.
   * @param next `first`: they are the next to be given out, in the order of `ids`; `last`: they queue behind all others
   * @throws RangeError for a number that is not taken: a defect of the caller
   */
  give(ids: readonly number[], next: 'first' | 'last'): void {
    for (const id of ids) {
      if (this.#taken[id] !== 1) throw new RangeError(`${this.unit} ${id} is given back, but was not taken`);
      this.#taken[id] = 0;
    }
    if (next === 'first') this.#free.unshift(ids);
    else this.#free.push(ids);
  }
}
