import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadDawn } from '../../../src/device/node/dawn.ts';
import { withEnvironment } from '../../../src/device/node/environment.ts';
import { loadShaders } from '../../../src/device/node/loadShaders.ts';
import { openCandidate } from '../../../src/device/node/openCandidate.ts';
import { type Candidate, probeAll } from '../../../src/device/node/probe.ts';
import { GuardedQueue } from '../../../src/device/webgpu/guardedQueue.ts';

const dawn = await loadDawn();
const shaders = await loadShaders();
const candidates = (await probeAll(dawn)).flatMap((outcome) => outcome.candidates);
const options = { shaders, maxMemoryBytes: 2 ** 30, timeoutMs: 30_000 };
const labelled = candidates.map((candidate): [string, Candidate] => [candidate.adapter.name, candidate]);
if (labelled.length === 0) throw new Error('no WebGPU adapter to test');

describe.each(labelled)('%s', (_, candidate) => {
  it('gives one typed error for a shader that is refused', async () => {
    const device = await openCandidate(dawn, candidate, { ...options, shaders: { ...shaders, fill: 'no WGSL' } });
    const [arena] = await device.createArenas([64]);
    if (arena === undefined) throw new Error('no arena');
    const fill = () => device.fill(arena, 0, 64, { rowBytes: 4, headBytes: 0, headWord: 0, tailWord: 1 });
    await expect(fill()).rejects.toMatchObject({ code: 'gpu-validation', message: expect.stringContaining('compiling the kernel fill') });
    // Other kernels still work.
    await device.stamp(arena, 1, 'narrow');
    await device.close();
  });

  it('refuses work after it was closed, and can be closed twice', async () => {
    const device = await openCandidate(dawn, candidate, options);
    await device.close();
    await device.close();
    await expect(device.createArenas([16])).rejects.toMatchObject({ code: 'gpu-validation' });
  });

  it('gives a typed error when the device is lost', async () => {
    const { ready, adapter } = candidate;
    const device = await withEnvironment(ready.environment, async () => {
      const gpuAdapter = await dawn.open([...ready.flags, `adapter=${adapter.name}`]).requestAdapter({ featureLevel: ready.featureLevel });
      return gpuAdapter?.requestDevice();
    });
    if (device === undefined) throw new Error('no device');
    const queue = new GuardedQueue(device, { timeoutMs: 30_000, submitBlocks: false });
    device.destroy();
    await expect(queue.within('waiting', new Promise(() => {}))).rejects.toMatchObject({ code: 'device-lost' });
    await expect(queue.done('waiting', 'nothing')).rejects.toMatchObject({ code: 'device-lost' });
  });
});

// GLES is left out: it runs kernels inside submit(), where no timer of ours can fire, and llvmpipe ends endless loops by itself. See test/device/node/watchdog.test.ts.
describe.each(labelled.filter(([, { adapter }]) => adapter.backend !== 'opengles'))('%s when work does not end in time', (name, candidate) => {
  it('gives a typed error at once and ever after', async () => {
    const device = await openCandidate(dawn, candidate, { ...options, timeoutMs: 3 });
    const work = async () => {
      const [arena] = await device.createArenas([device.limits.maxArenaBytes >= 2 ** 28 ? 2 ** 28 : 2 ** 27]);
      if (arena === undefined) throw new Error('no arena');
      for (let i = 0; i < 10; i++) await device.stamp(arena, 1, 'wide');
    };
    await expect(work()).rejects.toMatchObject({ code: 'device-timeout', message: expect.stringContaining('did not end in time') });
    await expect(device.createArenas([16])).rejects.toMatchObject({ code: 'device-timeout' });
    await device.close();
  });

  it('ends the process even with a kernel that never ends', () => {
    const program = fileURLToPath(new URL('endlessKernel.ts', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', program, name], { timeout: 25_000 });
    expect(status, String(stderr)).toBe(42);
  });
});
