/** @file How much memory a device may have when the user does not say. */
import { freemem } from 'node:os';

/** Of what the machine has available, as software adapters and the CPU device take it from there; the rest is for everything else. */
const HOST_SHARE = 0.75;
/** WebGPU does not say how much a GPU has; nearly all have this. */
const GPU_BYTES = 4 * 2 ** 30;

/** Bytes that this process could still take without swapping, limits on the container counted in. */
export function availableHostBytes(): number {
  // Node 20 knows of neither control groups nor page cache in freemem, but has availableMemory from 20.13 on.
  return typeof process.availableMemory === 'function' ? process.availableMemory() : freemem();
}

/** The budget for a device on an adapter of this kind. */
export function defaultMemoryBytes(software: boolean): number {
  return software ? Math.floor(availableHostBytes() * HOST_SHARE) : GPU_BYTES;
}
