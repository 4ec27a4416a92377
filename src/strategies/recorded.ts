/** @file Transfers that are recorded commands and nothing else: all that stays on one device. */
import type { Arena, Batch, Device } from '../device/device.ts';
import type { PreparedTransfer, Told } from './strategy.ts';

/**
 * A transfer that records its commands anew for each run.
 * @param told what `record` records
 * @param scratch arenas that it uses beside the plan's; freed by `release`
 */
export function recorded(
  device: Device,
  told: Partial<Omit<Told, 'hostTrips' | 'hostBytes'>>,
  record: (batch: Batch) => void,
  scratch: readonly Arena[] = [],
): PreparedTransfer {
  return {
    copyCommands: 0,
    kernelLaunches: 0,
    note: null,
    ...told,
    hostTrips: 0,
    hostBytes: 0,
    run: () => device.run(record),
    release: releaseOnce(device, scratch),
  };
}

/** Frees arenas at the first call only. */
export function releaseOnce(device: Device, arenas: readonly Arena[]): () => Promise<void> {
  let held = arenas;
  return async () => {
    const freed = held;
    held = [];
    if (freed.length > 0) await device.destroyArenas(freed);
  };
}
