/** @file A CPU device that remembers decode's memory as it was when it was given back, whatever a verdict says of it. */
import { CpuDevice } from '../src/device/cpu/cpuDevice.ts';
import type { Arena } from '../src/device/device.ts';

/** For hand-offs to one decode rank in one arena: the last of those that a run gives back. */
export class WitnessDevice extends CpuDevice {
  #decode: Uint32Array = new Uint32Array(0);

  /** Decode's words at the end of the last run. */
  get decodeWords(): Uint32Array {
    return this.#decode;
  }

  override async destroyArenas(arenas: readonly Arena[]): Promise<void> {
    const last = arenas.at(-1);
    if (last !== undefined) this.#decode = new Uint32Array((await this.read(last, 0, last.bytes)).buffer);
    await super.destroyArenas(arenas);
  }
}
