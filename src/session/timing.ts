/**
 * @file How fast the transfer is on this adapter, beside the adapter's own contiguous copy: both in one run, alternated, medians.
 */
import type { Arena, Device } from '../device/device.ts';
import type { LoweredPlan } from '../strategies/lower.ts';
import type { Strategy } from '../strategies/strategy.ts';

/** Seconds and rates; 1 GB = 1e9 B of payload, read once and written once. */
export interface TransferTiming {
  /** Median of the samples, from the first command recorded to the work done. */
  readonly seconds: number;
  /** Median of the time on the device's own clock, and that clock's step; null where it has none or its figures are not to be believed. */
  readonly gpuSeconds: number | null;
  readonly gpuQuantumSeconds: number | null;
  /** Why `gpuSeconds` is null, in words; null where it is not. */
  readonly whyNoGpu: string | null;
  readonly gbps: number;
  /** The same number of bytes as one contiguous copy, or several where an arena is smaller. */
  readonly ceilingGbps: number;
  readonly ceilingFraction: number;
  /** Samples behind the medians; transfer and copy take turns within each. */
  readonly repeats: number;
}

const REPEATS = 7;
/** One sample takes at least this long, seconds: shorter ones measure the clock, the wake-up and the other processes. */
const SAMPLE_SECONDS = 0.02;
/** All samples together take about this long at most, seconds. */
const BUDGET_SECONDS = 3;
/** A ceiling copy is at most this large: enough to be past every fixed cost, and little memory. */
const CEILING_BYTES = 128 * 1024 * 1024;

/**
 * Repeats a transfer that has already been carried out (it writes the same bytes again) and a contiguous copy out of one of its source arenas.
 * @returns null when nothing is moved
 */
export async function timeTransfer(device: Device, lowered: LoweredPlan, strategy: Strategy): Promise<TransferTiming | null> {
  const largest = lowered.moves.map((move) => move.src).sort((a, b) => b.bytes - a.bytes)[0];
  if (largest === undefined || lowered.bytes === 0) return null;
  const copyBytes = Math.min(largest.bytes, CEILING_BYTES, Math.ceil(lowered.bytes / 16) * 16);
  const copies = Math.max(1, Math.round(lowered.bytes / copyBytes));
  const prepared = await strategy.prepare(device, lowered);
  const held: Arena[] = [];
  const transfers: number[] = [];
  const ceilings: number[] = [];
  const onDevice: number[] = [];
  let whyNoGpu: string | null = null;
  try {
    held.push(...(await device.createArenas([copyBytes])));
    const [scratch] = held;
    if (scratch === undefined) return null;
    const contiguous = () =>
      device.run((batch) => {
        for (let i = 0; i < copies; i++) batch.copy(largest, 0, scratch, 0, copyBytes);
      });
    // The first of each pays for a fresh scratch buffer, and says how many make a sample.
    await contiguous();
    const once = (await contiguous()).wall + (await prepared.run()).wall;
    const runs = Math.max(1, Math.ceil(SAMPLE_SECONDS / once));
    const rounds = Math.max(3, Math.min(REPEATS, Math.floor(BUDGET_SECONDS / (once * runs))));
    for (let round = 0; round < rounds; round++) {
      let ceilingSeconds = 0;
      let transferSeconds = 0;
      for (let i = 0; i < runs; i++) {
        ceilingSeconds += (await contiguous()).wall;
        const elapsed = await prepared.run();
        transferSeconds += elapsed.wall;
        if (elapsed.gpu !== null) onDevice.push(elapsed.gpu);
        whyNoGpu ??= elapsed.whyNoGpu;
      }
      ceilings.push((copies * copyBytes * runs) / ceilingSeconds);
      transfers.push(transferSeconds / runs);
    }
  } finally {
    await device.destroyArenas(held);
    await prepared.release();
  }
  const seconds = median(transfers);
  const gbps = lowered.bytes / seconds / 1e9;
  const ceilingGbps = median(ceilings) / 1e9;
  // One that cannot be true says that the others mean nothing either.
  const gpuSeconds = whyNoGpu === null ? median(onDevice) : null;
  const gpuQuantumSeconds = await device.clockQuantum();
  return { seconds, gpuSeconds, gpuQuantumSeconds, whyNoGpu, gbps, ceilingGbps, ceilingFraction: gbps / ceilingGbps, repeats: transfers.length };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
