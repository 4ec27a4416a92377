/** @file The worker's device: what the browser has, within a share of the machine's memory. */

import { formatBytes } from '../../core/units.ts';
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

/** The browser's device stays open: runs that follow find its kernels compiled. */
let held: Promise<BrowserDevice> | null = null;

/**
 * The device for a run.
 * @param choice `cpu`: the reference, even where there is a GPU
 * @param largestBytes the largest tensor, which must fit in one piece
 */
export async function deviceFor(choice: 'auto' | 'cpu', largestBytes: number): Promise<BrowserDevice> {
  const { gpu, deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number };
  const maxMemoryBytes = budgetBytes(deviceMemory);
  const cpu = (whyCpu: string | null): BrowserDevice => ({ device: new CpuDevice(maxMemoryBytes), whyCpu });
  if (choice === 'cpu') return cpu(null);
  held ??= acquireBrowserDevice({ gpu, shaders: bundledShaders(), maxMemoryBytes });
  const opened = await held;
  if (opened.device.limits.maxArenaBytes >= largestBytes) return opened;
  return cpu(`the adapter ${opened.device.adapter.name} cannot bind ${formatBytes(largestBytes)} in one piece`);
}

/** Lets go of a device that was lost; the next run opens another. */
export function forgetDevice(): void {
  held = null;
}
