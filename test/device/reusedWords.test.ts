/** Memory that is handed out again is as good as new. */
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import { ReusedWords } from '../../src/device/cpu/wordSource.ts';

describe('reused words', () => {
  it('are zeros, of the length asked for, in the memory given back', () => {
    const source = new ReusedWords();
    const first = source.take(100).fill(7);
    source.giveBack(first);
    const second = source.take(60);
    expect([second.length, second.every((word) => word === 0), second.buffer === first.buffer]).toEqual([60, true, true]);
    expect(source.take(60).buffer).not.toBe(first.buffer);
  });

  it('are the smallest that are large enough', () => {
    const source = new ReusedWords();
    const [large, small] = [source.take(1000), source.take(10)];
    source.giveBack(large);
    source.giveBack(small);
    expect(source.take(5).buffer).toBe(small.buffer);
    expect(source.take(5).buffer).toBe(large.buffer);
  });

  it('serve a device as new ones do', async () => {
    const device = new CpuDevice(2 ** 20, new ReusedWords());
    for (const bytes of [4096, 1024]) {
      const [arena] = await device.createArenas([bytes]);
      if (arena === undefined) throw new Error('an arena was asked for');
      expect(new Uint8Array(await device.read(arena, 0, bytes)).every((byte) => byte === 0)).toBe(true);
      await device.stamp(arena, 1, 'narrow');
      expect((await device.read(arena, 0, bytes)).length).toBe(bytes);
      await device.destroyArenas([arena]);
    }
  });
});
