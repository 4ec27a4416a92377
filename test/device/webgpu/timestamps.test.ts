import { describe, expect, it } from 'vitest';
import { plausible } from '../../../src/device/webgpu/timestamps.ts';
import { openEveryDevice, withArenas } from '../devices.ts';

const devices = await openEveryDevice();
const clocks = await Promise.all(devices.map(async ([, device]) => (await device.clockQuantum()) !== null));

describe.each(devices)('time on %s', (_name, device) => {
  it('has its parts within the whole, and a figure of the device’s clock or the reason why there is none', async () => {
    await withArenas(device, [2 ** 20, 2 ** 20], async (src, dst) => {
      const elapsed = await device.run((batch) => {
        batch.copy(src, 0, dst, 0, 2 ** 20);
        batch.flush();
        for (let i = 0; i < 1000; i++) batch.copy(src, i * 1024, dst, i * 1024, 1024);
      });
      const { wall, encode, submit, gpu, whyNoGpu } = elapsed;
      expect(encode).toBeGreaterThan(0);
      expect(encode + submit).toBeLessThanOrEqual(wall);
      if ((await device.clockQuantum()) === null) {
        expect(gpu).toBeNull();
        expect(whyNoGpu).toMatch(/has no timestamps|no clock of its own/);
      } else {
        expect(whyNoGpu).toBeNull();
        expect(gpu).toBeGreaterThan(0);
        expect(gpu).toBeLessThanOrEqual(wall);
      }
    });
  });

  it('gives no figure of work that was none', async () => {
    expect(await device.run(() => {})).toMatchObject({ submit: 0, gpu: null, whyNoGpu: expect.stringMatching(/./) });
  });
});

describe.each(devices.filter((_, i) => clocks[i]))('the clock of %s', (_name, device) => {
  it('times a longer work longer', async () => {
    await withArenas(device, [2 ** 24, 2 ** 24], async (src, dst) => {
      const best = async (copies: number) => {
        const figures: number[] = [];
        for (let i = 0; i < 5; i++) {
          const { gpu } = await device.run((batch) => {
            for (let copy = 0; copy < copies; copy++) batch.copy(src, 0, dst, 0, 2 ** 24);
          });
          if (gpu !== null) figures.push(gpu);
        }
        return Math.min(...figures);
      };
      expect(await best(32)).toBeGreaterThan(2 * (await best(1)));
    });
  });
});

describe('a figure of the clock', () => {
  it('is believed within the wall clock’s, give or take the coarsest step', () => {
    expect(plausible(0.5, 0.6)).toEqual({ gpu: 0.5, whyNoGpu: null });
    expect(plausible(0.60009, 0.6)).toEqual({ gpu: 0.60009, whyNoGpu: null });
  });

  it('is dropped where it cannot be true, and it is said why', () => {
    expect(plausible(0.7, 0.6)).toEqual({ gpu: null, whyNoGpu: 'the adapter’s clock says 700000.0 µs of work that took 600000.0 µs' });
    expect(plausible(-1e-6, 0.6)).toEqual({ gpu: null, whyNoGpu: 'the adapter’s clock says -1.0 µs of work that took 600000.0 µs' });
    expect(plausible(0, 0.6)).toEqual({ gpu: null, whyNoGpu: 'the work was shorter than the step of the adapter’s clock' });
  });
});
