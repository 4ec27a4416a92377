import { describe, expect, it } from 'vitest';
import { acquireDevice } from '../../../src/device/node/acquireDevice.ts';
import { inspectAdapters } from '../../../src/device/node/inspectAdapters.ts';

describe('inspectAdapters', () => {
  it('tells what was found, what was tried and what would be taken, as plain data', async () => {
    const report = await inspectAdapters();
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    expect(report.machine.node).toBe(process.version);
    expect(report.machine.memory.totalBytes).toBeGreaterThan(0);
    expect(report.webgpu).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), problem: null });
    expect(report.tried.map(({ link }) => link)).toEqual(['system', 'gles', 'chromium', 'package']);
    for (const { outcome, adapters } of report.tried) {
      expect(outcome).not.toBe('');
      for (const adapter of adapters)
        expect(adapter).toEqual({
          name: expect.any(String),
          backend: expect.any(String),
          software: expect.any(Boolean),
          foundBy: expect.any(String),
          // OpenGL ES has no timestamps; SwiftShader's are nanoseconds, since rounding them is switched off.
          clockQuantumSeconds: adapter.backend === 'opengles' ? null : expect.closeTo(1e-9, 12),
          problem: null,
        });
    }
    expect(report.wouldTake.auto).toEqual(report.wouldTake.gpu ?? report.wouldTake.software);
    expect(report.help).toBeNull();
  });

  it('foretells what acquireDevice takes', async () => {
    const { wouldTake } = await inspectAdapters();
    for (const choice of ['auto', 'software'] as const) {
      const device = await acquireDevice({ choice });
      // The driver tells of itself only when it is opened.
      const { driver: _, ...adapter } = device.adapter;
      expect(adapter).toEqual(wouldTake[choice]);
      await device.close();
    }
  });

  it('leaves the environment as it was', async () => {
    const before = { ...process.env };
    await inspectAdapters();
    expect(process.env).toEqual(before);
  });
});

describe('acquireDevice', () => {
  it('takes an adapter by the start of its name, in any case', async () => {
    const { wouldTake } = await inspectAdapters();
    const name = wouldTake.software?.name ?? '';
    expect(name).not.toBe('');
    const device = await acquireDevice({ choice: name.slice(0, 6).toUpperCase() });
    expect(device.adapter.name).toBe(name);
    await device.close();
  });

  it('names the adapters to be had when there is none of that name', async () => {
    const { wouldTake } = await inspectAdapters();
    const error = await acquireDevice({ choice: 'Nobody' }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'SimError', code: 'no-device' });
    expect(String(error)).toContain(`"${wouldTake.software?.name}"`);
    expect(String(error)).toContain('"Nobody"');
  });

  it('gives the CPU device with the budget asked for', async () => {
    const device = await acquireDevice({ choice: 'cpu', maxMemoryBytes: 12345 });
    expect(device.adapter.backend).toBe('cpu');
    expect(device.limits.maxMemoryBytes).toBe(12345);
  });
});
