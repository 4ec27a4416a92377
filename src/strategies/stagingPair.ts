/** @file Memory for staging, one area on prefill's side and one on decode's: as much as is wanted, or as much as is to be had. */
import { alignDown } from '../core/units.ts';
import type { Arena, Device } from '../device/device.ts';
import { isTight } from './tight.ts';

/** Less than this is not worth a round. */
const LEAST_BYTES = 65_536;

/** Two staging areas of one size. */
export interface StagingPair {
  /** Where blocks are gathered, on prefill's device. */
  readonly near: Arena;
  /** Where they are scattered from, on decode's. */
  readonly far: Arena;
  /** Of each. */
  readonly bytes: number;
  /** Frees both; to be called once. */
  release(): Promise<void>;
}

/**
 * Allocates both areas with `wantedBytes`, halved as long as memory is refused.
 * @param prefill, decode may be one device
 * @throws SimError(memory-budget, out-of-memory) when not even 64 KiB, or all that is wanted, are to be had
 */
export async function stagingPair(prefill: Device, decode: Device, wantedBytes: number): Promise<StagingPair> {
  const most = Math.min(wantedBytes, prefill.limits.maxArenaBytes, decode.limits.maxArenaBytes);
  for (let bytes = most; ; bytes = alignDown(bytes / 2, 16)) {
    try {
      return await allocatePair(prefill, decode, bytes);
    } catch (error) {
      if (!isTight(error) || bytes / 2 < LEAST_BYTES) throw error;
    }
  }
}

async function allocatePair(prefill: Device, decode: Device, bytes: number): Promise<StagingPair> {
  const near = await createArena(prefill, bytes);
  try {
    const far = await createArena(decode, bytes);
    const release = async () => {
      await prefill.destroyArenas([near]);
      await decode.destroyArenas([far]);
    };
    return { near, far, bytes, release };
  } catch (error) {
    await prefill.destroyArenas([near]);
    throw error;
  }
}

async function createArena(device: Device, bytes: number): Promise<Arena> {
  // As many arenas come back as lengths were asked for.
  return (await device.createArenas([bytes]))[0] as Arena;
}
