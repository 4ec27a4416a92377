/**
 * @file A CPU device that keeps the arenas of the last run: decode's memory can be looked at, whatever a verdict says of it, and the next run of the same sizes takes them over, since fresh
 * memory costs more than all that is done in it.
 */
import { CpuDevice } from '../src/device/cpu/cpuDevice.ts';
import type { Arena } from '../src/device/device.ts';

/** Bytes that are compared at once. */
const CHUNK_BYTES = 2 ** 16;

/** For hand-offs to one decode rank in one arena: the last of those that a run gives back. */
export class WitnessDevice extends CpuDevice {
  #kept: Arena[] = [];
  #clean: Arena | null = null;

  override async createArenas(lengths: readonly number[]): Promise<Arena[]> {
    const kept = this.#kept;
    this.#kept = [];
    const isReusable = kept.length === lengths.length && kept.every(({ bytes }, i) => bytes === lengths[i]);
    // Every run stamps every word before anything else, so that nothing is left of what they held.
    if (isReusable) return kept;
    await super.destroyArenas(kept);
    return super.createArenas(lengths);
  }

  override async destroyArenas(arenas: readonly Arena[]): Promise<void> {
    this.#kept.push(...arenas);
  }

  /** Sets decode's memory of the last run aside: what others are compared with. */
  async holdDecode(): Promise<void> {
    if (this.#clean !== null) await super.destroyArenas([this.#clean]);
    this.#clean = this.#kept.pop() ?? null;
  }

  /** Words of decode's memory of the last run that differ from those set aside. @throws RangeError for memories of unlike size: they are not of one hand-off */
  async changedWords(): Promise<number> {
    const [clean, last] = [this.#clean, this.#kept.at(-1) ?? null];
    if (clean === null || last === null || clean.bytes !== last.bytes) throw new RangeError(`${clean?.bytes} B beside ${last?.bytes} B`);
    let changed = 0;
    for (let offset = 0; offset < clean.bytes; offset += CHUNK_BYTES) {
      const bytes = Math.min(CHUNK_BYTES, clean.bytes - offset);
      const [a, b] = [new Uint32Array((await this.read(clean, offset, bytes)).buffer), new Uint32Array((await this.read(last, offset, bytes)).buffer)];
      for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) changed += 1;
    }
    return changed;
  }

  /** Decode's words at the end of the last run. */
  async decodeWords(): Promise<Uint32Array> {
    const last = this.#kept.at(-1);
    return last === undefined ? new Uint32Array(0) : new Uint32Array((await this.read(last, 0, last.bytes)).buffer);
  }
}
