/** What a page gets where there is no WebGPU, no adapter, or an adapter that fails: the CPU, and the reason in words. With one, see test/web/browser. */
import { describe, expect, it } from 'vitest';
import { acquireBrowserDevice } from '../../../src/device/browser/acquireBrowserDevice.ts';
import { loadShaders } from '../../../src/device/node/loadShaders.ts';

const MAX_MEMORY_BYTES = 2 ** 20;

async function acquired(gpu: GPU | undefined) {
  const { device, whyCpu } = await acquireBrowserDevice({ gpu, shaders: await loadShaders(), maxMemoryBytes: MAX_MEMORY_BYTES });
  await device.close();
  return { backend: device.adapter.backend, maxMemoryBytes: device.limits.maxMemoryBytes, whyCpu };
}

/** A browser's `navigator.gpu` as far as it is asked. */
function gpuThat(requestAdapter: () => Promise<GPUAdapter | null>): GPU {
  return { requestAdapter } as unknown as GPU;
}

describe('without a GPU', () => {
  it('takes the CPU within the budget, and says that the browser has no WebGPU', async () => {
    expect(await acquired(undefined)).toEqual({ backend: 'cpu', maxMemoryBytes: MAX_MEMORY_BYTES, whyCpu: 'this browser has no WebGPU here' });
  });

  it('says that no adapter is given', async () => {
    expect(await acquired(gpuThat(async () => null))).toMatchObject({ backend: 'cpu', whyCpu: 'this browser gives no WebGPU adapter' });
  });

  it('says what the browser said where asking fails', async () => {
    const failing = gpuThat(() => Promise.reject(new Error('the GPU process is gone')));
    expect(await acquired(failing)).toMatchObject({ backend: 'cpu', whyCpu: 'the GPU process is gone' });
  });

  it('names the adapter that gives no device', async () => {
    const adapter = {
      info: { vendor: 'acme', architecture: 'one', description: '', isFallbackAdapter: false },
      limits: { maxBufferSize: 256, maxStorageBufferBindingSize: 256 },
      features: new Set<string>(),
      requestDevice: () => Promise.reject(new Error('no')),
    };
    const answer = await acquired(gpuThat(async () => adapter as unknown as GPUAdapter));
    expect(answer.backend).toBe('cpu');
    expect(answer.whyCpu).toContain('acme one');
  });
});
