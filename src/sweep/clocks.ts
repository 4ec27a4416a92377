/** @file How fine the clocks are that a benchmark reads. */
import type { Device } from '../device/device.ts';

/** Smallest steps, nanoseconds. */
export interface ClockQuanta {
  /** Of the device's timestamps; null where it has none. */
  readonly gpu: number | null;
  readonly wall: number;
}

const READINGS = 20_000;

/** Looks at both clocks. @throws SimError of the device */
export async function clockQuanta(device: Device): Promise<ClockQuanta> {
  const gpu = await device.clockQuantum();
  return { gpu: gpu === null ? null : Math.round(gpu * 1e9), wall: wallQuantum() };
}

/** The least step seen between two readings that differ. */
function wallQuantum(): number {
  let least = Number.POSITIVE_INFINITY;
  let last = performance.now();
  for (let i = 0; i < READINGS; i++) {
    const now = performance.now();
    if (now > last) least = Math.min(least, now - last);
    last = now;
  }
  return Math.round(least * 1e6);
}
