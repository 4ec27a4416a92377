/** @file How a browser gets a device: its own WebGPU, or else the CPU, and why. Never silent: the page says which, and the reason. */
import { SimError } from '../../core/errors.ts';
import { CpuDevice } from '../cpu/cpuDevice.ts';
import type { Device } from '../device.ts';
import type { MemoryBudget } from '../memoryBudget.ts';
import type { ShaderSources } from '../webgpu/kernels.ts';
import { isSoftwareName } from '../webgpu/quirks.ts';
import { WebGpuDevice } from '../webgpu/webGpuDevice.ts';

/** What the browser has to offer. */
export interface BrowserDeviceRequest {
  /** `navigator.gpu`; undefined in browsers without WebGPU, and on pages that are not secure. */
  readonly gpu: GPU | undefined;
  readonly shaders: ShaderSources;
  /** Budget for arenas and tables together. */
  readonly maxMemoryBytes: number;
  /** Longest wait for one piece of work; 60,000 by default. */
  readonly timeoutMs?: number;
}

/** A device, and why it is not a GPU; null where it is WebGPU's. */
export interface BrowserDevice {
  readonly device: Device;
  readonly whyCpu: string | null;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/** Takes WebGPU where it is to be had, else the CPU device. Never rejects for want of a GPU. */
export async function acquireBrowserDevice(request: BrowserDeviceRequest): Promise<BrowserDevice> {
  const opened = await openGpu(request);
  if (typeof opened !== 'string') return { device: opened, whyCpu: null };
  return { device: new CpuDevice(request.maxMemoryBytes), whyCpu: opened };
}

/** The device, or why there is none. @param budget shared with another device */
async function openGpu(request: BrowserDeviceRequest, budget?: MemoryBudget): Promise<Device | string> {
  const { gpu, shaders, maxMemoryBytes, timeoutMs = DEFAULT_TIMEOUT_MS } = request;
  if (gpu === undefined) return 'this browser has no WebGPU here';
  try {
    const gpuAdapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (gpuAdapter === null) return 'this browser gives no WebGPU adapter';
    const name = adapterName(gpuAdapter.info);
    const adapter = { name, backend: 'webgpu', software: gpuAdapter.info.isFallbackAdapter || isSoftwareName(name), foundBy: 'navigator.gpu' };
    const another = async (shared: MemoryBudget): Promise<Device> => {
      const second = await openGpu(request, shared);
      if (typeof second === 'string') throw new SimError('no-device', { what: second });
      return second;
    };
    return await WebGpuDevice.create({ gpuAdapter, adapter, shaders, maxMemoryBytes, timeoutMs, budget, another });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What a browser tells of its adapter, which may be next to nothing. */
function adapterName({ vendor, architecture, description }: GPUAdapterInfo): string {
  if (description !== '') return description;
  const known = [vendor, architecture].filter((part) => part !== '').join(' ');
  return known === '' ? 'an adapter that the browser does not name' : known;
}
