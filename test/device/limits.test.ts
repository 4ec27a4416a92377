import { describe, expect, it } from 'vitest';
import type { SimError } from '../../src/core/errors.ts';
import { openEveryDevice, withArenas } from './devices.ts';

const MIB = 2 ** 20;
const TABLE = { count: 1, srcOffset: Float64Array.of(0), dstOffset: Float64Array.of(0), bytes: Uint32Array.of(16) };

describe.each(await openEveryDevice())('%s', (_, device) => {
  const withCode = (code: SimError['code']) => expect.objectContaining({ name: 'SimError', code });

  it('refuses what passes the budget before anything is allocated, and says how to mend it', async () => {
    const error = await device.createArenas([MIB, ...new Array(16).fill(4 * MIB)]).catch((caught: unknown) => caught);
    expect(error).toEqual(withCode('memory-budget'));
    expect(String(error)).toMatch(/asked 65\.0 MiB, to be had 64\.0 MiB\).*--max-memory.*poolTokens/);
    // Nothing was taken: all of it can still be had.
    await withArenas(device, new Array(16).fill(4 * MIB), async () => {});
    await withArenas(device, new Array(16).fill(4 * MIB), async () => {});
  });

  it('rounds lengths up to whole vectors, and gives no empty arenas', async () => {
    await withArenas(device, [0, 1, 16, 17], async (...arenas) => {
      expect(arenas.map(({ bytes }) => bytes)).toEqual([16, 16, 16, 32]);
    });
  });

  it('refuses arenas larger than it can bind', async () => {
    await expect(device.createArenas([device.limits.maxArenaBytes + 16])).rejects.toEqual(withCode('gpu-validation'));
    await expect(device.createArenas([Number.NaN])).rejects.toEqual(withCode('gpu-validation'));
  });

  it('refuses ranges outside an arena and of no whole words', async () => {
    await withArenas(device, [64, 64], async (first, second) => {
      const refused = async (work: Promise<unknown>) => expect(await work.catch((caught: unknown) => caught)).toEqual(withCode('gpu-validation'));
      await refused(device.read(first, 60, 8));
      await refused(device.read(first, 2, 4));
      await refused(device.read(first, -4, 4));
      await refused(device.write(first, 0, new Uint8Array(3)));
      await refused(device.fill(first, 0, 68, { rowBytes: 4, headBytes: 0, headWord: 0, tailWord: 0 }));
      await refused(device.fill(first, 0, 64, { rowBytes: 0, headBytes: 0, headWord: 0, tailWord: 0 }));
      await refused(device.run((batch) => batch.copy(first, 0, second, 60, 8)));
      await refused(device.run((batch) => batch.copy(first, 0, first, 32, 8)));
      await refused(device.run((batch) => batch.copyTable(first, first, TABLE)));
      await refused(device.run((batch) => batch.copyTable(first, second, { ...TABLE, srcOffset: Float64Array.of(52) })));
      await refused(device.run((batch) => batch.copyTable(first, second, { ...TABLE, dstOffset: Float64Array.of(Number.NaN) })));
      await refused(device.run((batch) => batch.copyTable(first, second, { ...TABLE, count: 2 })));
      await refused(device.account(first, 1, 'narrow', [{ offset: 0, bytes: 60, expect: { kind: 'untouched' } }]));
      await refused(device.account(first, 1, 'narrow', [{ offset: 4, bytes: 60, expect: { kind: 'untouched' } }]));
      // A refused call leaves the device as good as before.
      await device.stamp(first, 1, 'narrow');
      expect((await device.account(first, 1, 'narrow', [{ offset: 0, bytes: 64, expect: { kind: 'untouched' } }])).bad[0]).toBe(0);
    });
  });

  it('refuses arenas that were freed', async () => {
    const arenas = await device.createArenas([64]);
    await device.destroyArenas(arenas);
    for (const arena of arenas) await expect(device.read(arena, 0, 4)).rejects.toEqual(withCode('gpu-validation'));
    await expect(device.destroyArenas(arenas)).rejects.toEqual(withCode('gpu-validation'));
  });

  it('carries out calls made at once, one after another', async () => {
    await withArenas(device, [4 * MIB], async (arena) => {
      const untouched = [{ offset: 0, bytes: arena.bytes, expect: { kind: 'untouched' } }] as const;
      const calls = [1, 7, 13].map((first) => [device.stamp(arena, first, 'narrow'), device.account(arena, first, 'narrow', untouched)] as const);
      for (const [stamped, counts] of calls) {
        await stamped;
        expect((await counts).bad[0]).toBe(0);
      }
    });
  });
});
