/** @file Transfers that are recorded commands and nothing else: all that stays on one device. */
import type { Batch, Device } from '../device/device.ts';
import type { PreparedTransfer, Told } from './strategy.ts';

/**
 * A transfer that records its commands anew for each run.
 * @param told what `record` records
 * @param free frees what it holds beside the plan's arenas
 */
export function recorded(
  device: Device,
  told: Partial<Omit<Told, 'hostTrips' | 'hostBytes'>>,
  record: (batch: Batch) => void,
  free: () => Promise<void> = async () => {},
): PreparedTransfer {
  return {
    copyCommands: 0,
    kernelLaunches: 0,
    note: null,
    ...told,
    hostTrips: 0,
    hostBytes: 0,
    run: () => device.run(record),
    release: once(free),
  };
}

/** Work that is done at the first call only. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = true;
    await work();
  };
}
