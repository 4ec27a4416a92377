/**
 * @file The budget for device memory. Drivers do not refuse what does not fit (software adapters commit host memory until the kernel kills the
 * process), so every device keeps its own count and refuses beforehand.
 */
import { SimError } from '../core/errors.ts';
import { formatBytes } from '../core/units.ts';

/** Counts the bytes held on one device against a ceiling. */
export class MemoryBudget {
  readonly maxBytes: number;
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Bytes held now. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /**
   * Takes bytes from the budget.
   * @param purpose what they are for, as the subject of the message: `the arenas`
   * @throws SimError(memory-budget) when they pass what is left; nothing is taken then
   */
  take(bytes: number, purpose: string): void {
    const leftBytes = this.maxBytes - this.#heldBytes;
    if (bytes > leftBytes) {
      throw new SimError('memory-budget', {
        what: `${purpose} do not fit in the memory budget`,
        values: { asked: formatBytes(bytes), 'to be had': formatBytes(leftBytes) },
        mend: `Raise --max-memory to at least ${formatBytes(this.#heldBytes + bytes)} if the machine has it, or lower poolTokens.`,
      });
    }
    this.#heldBytes += bytes;
  }

  /** Gives bytes back. */
  giveBack(bytes: number): void {
    this.#heldBytes -= bytes;
  }
}
