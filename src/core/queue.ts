/** @file A queue of numbers that grows at both ends. `Array.shift` moves everything behind it: whoever empties a long list with it waits a time that grows with its square. */

/** The first is taken first. Over many operations, each takes as long as its own arguments are, save `keep`, which goes through all. */
export class NumberQueue {
  /** What waits is what lies from `#first` on. */
  #items: number[];
  #first = 0;

  constructor(items: readonly number[]) {
    this.#items = items.slice();
  }

  get length(): number {
    return this.#items.length - this.#first;
  }

  /** The first, removed; undefined where nothing waits. */
  shift(): number | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#first];
    this.#first++;
    // What was taken is let go once it is the greater part.
    if (2 * this.#first > this.#items.length) this.#restart(this.#items.slice(this.#first));
    return item;
  }

  /** Behind all others. */
  push(items: readonly number[]): void {
    for (const item of items) this.#items.push(item);
  }

  /** Before all others, in their order. */
  unshift(items: readonly number[]): void {
    if (items.length > this.#first) {
      // As much room as there are items, so that the next ones find some.
      const room = items.length + this.length;
      this.#items = new Array<number>(room).fill(0).concat(this.#items.slice(this.#first));
      this.#first = room;
    }
    this.#first -= items.length;
    items.forEach((item, i) => {
      this.#items[this.#first + i] = item;
    });
  }

  /** Only those that pass. */
  keep(passes: (item: number) => boolean): void {
    this.#restart(this.#items.slice(this.#first).filter(passes));
  }

  #restart(items: number[]): void {
    this.#items = items;
    this.#first = 0;
  }
}
