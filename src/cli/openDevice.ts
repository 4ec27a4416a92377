/** @file The device that `--device` names. Nothing falls back: `cpu` is the user's choice, and whatever else cannot be had is an error. */
import { SimError } from '../core/errors.ts';
import type { Device } from '../device/device.ts';

/** The share of the machine's free memory that is taken without being asked: the rest is for tables, the runtime, and everybody else. */
const MEMORY_SHARE = 0.8;

/**
 * Opens a device.
 * @param maxMemoryBytes `--max-memory`; null = most of what the machine has free, its container's limit respected
 * @throws SimError(no-device) with what was tried and what would help
 */
export async function openDevice(name: string, maxMemoryBytes: number | null): Promise<Device> {
  const budget = maxMemoryBytes ?? Math.floor(process.availableMemory() * MEMORY_SHARE);
  if (name === 'cpu') {
    const { CpuDevice } = await import('../device/cpu/cpuDevice.ts');
    return new CpuDevice(budget);
  }
  throw new SimError('no-device', { what: 'this build opens no WebGPU adapter', values: { asked: name }, mend: 'Use --device cpu.' });
}
