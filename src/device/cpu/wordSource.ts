/** @file Where the CPU device's arenas come from. */

/** Arrays of words, handed out and taken back. */
export interface WordSource {
  /** An array of zeros. @throws RangeError where the machine refuses */
  take(words: number): Uint32Array;
  /** Says that nobody uses the array any more. */
  giveBack(words: Uint32Array): void;
}

/** A new array each time, left to the garbage collector: what one run needs. */
export const NEW_WORDS: WordSource = {
  take: (words) => new Uint32Array(words),
  giveBack: () => {},
};

/**
 * Hands arrays out again. The first touch of new memory costs ten times what stamping it does, which is most of the time of a small run: whoever makes thousands of them, one
 * after another, keeps the memory.
 */
export class ReusedWords implements WordSource {
  /** Whole buffers, the smallest first. */
  readonly #free: ArrayBuffer[] = [];

  take(words: number): Uint32Array {
    const at = this.#free.findIndex(({ byteLength }) => byteLength >= words * 4);
    const [buffer] = at < 0 ? [] : this.#free.splice(at, 1);
    return buffer === undefined ? new Uint32Array(words) : new Uint32Array(buffer, 0, words).fill(0);
  }

  giveBack({ buffer }: Uint32Array): void {
    if (!(buffer instanceof ArrayBuffer)) return;
    const at = this.#free.findIndex(({ byteLength }) => byteLength >= buffer.byteLength);
    this.#free.splice(at < 0 ? this.#free.length : at, 0, buffer);
  }
}
