/** @file The worker's device: what the browser has, within a share of the machine's memory. */
import { acquireBrowserDevice, type BrowserDevice } from '../../device/browser/acquireBrowserDevice.ts';
import { CpuDevice } from '../../device/cpu/cpuDevice.ts';
import { bundledShaders } from './shaders.ts';

const GIB = 2 ** 30;
/** Where the browser does not say how much memory there is. */
const USUAL_MEMORY_GIB = 4;

/**
 * Budget for a run: half of what the browser says the machine has.
 * @param deviceMemory `navigator.deviceMemory`, GiB
 */
export function budgetBytes(deviceMemory: number | undefined): number {
  return ((deviceMemory ?? USUAL_MEMORY_GIB) / 2) * GIB;
}

/** Opens a device. @param minArenaBytes the largest tensor, which must fit in one piece */
export async function openDevice(choice: 'auto' | 'cpu', minArenaBytes: number): Promise<BrowserDevice> {
  const { gpu, deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number };
  const maxMemoryBytes = budgetBytes(deviceMemory);
  if (choice === 'cpu') return { device: new CpuDevice(maxMemoryBytes), whyCpu: null };
  return acquireBrowserDevice({ gpu, shaders: bundledShaders(), maxMemoryBytes, minArenaBytes });
}
