import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../src/core/random.ts';
import { stampWord } from '../../src/core/stampCode.ts';
import type { CopyTable } from '../../src/device/device.ts';
import { firstDifference, openEveryDevice, withArenas, wordsOf } from './devices.ts';

const SEED = 20260801;

/** Rows of (source word, destination word, words) as a table. */
function tableOf(rows: readonly (readonly [number, number, number])[]): CopyTable {
  return {
    count: rows.length,
    srcOffset: Float64Array.from(rows, ([src]) => src * 4),
    dstOffset: Float64Array.from(rows, ([, dst]) => dst * 4),
    bytes: Uint32Array.from(rows, ([, , words]) => words * 4),
  };
}

/** Rows with destinations that do not overlap: (words, gap before the destination, source as a fraction). */
const rows = fc.array(fc.tuple(fc.oneof(fc.nat(9), fc.nat(300)), fc.nat(5), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 40 });

describe.each(await openEveryDevice())('%s', (_, device) => {
  it('stamps narrow and wide numbers', async () => {
    for (const [first, width] of [
      [1, 'narrow'],
      [2 ** 32 - 70_000, 'narrow'],
      [6, 'wide'],
      [2 ** 32 - 5, 'wide'],
      [2 ** 52 + 2 ** 33 + 1, 'wide'],
    ] as const) {
      await withArenas(device, [68_000], async (arena) => {
        await device.stamp(arena, first, width);
        const expected = Uint32Array.from({ length: arena.bytes / 4 }, (_, i) => stampWord(first + i, width));
        expect(firstDifference(await wordsOf(device, arena), expected)).toBeNull();
      });
    }
  });

  it('stamps to hand-computed values', async () => {
    await withArenas(device, [16], async (arena) => {
      await device.stamp(arena, 1, 'narrow');
      // 0x9e3779b1 ^ (0x9e3779b1 >>> 15) = 0x9e3779b1 ^ 0x13c6e = 0x9e3645df; the second is of 0x3c6ef362, product of 2.
      expect([...(await wordsOf(device, arena))].slice(0, 2)).toEqual([0x9e3645df, 0x3c6e8bbf]);
    });
  });

  it('fills rows of a pattern and nothing beside them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(50), fc.nat(400), fc.integer({ min: 1, max: 40 }), fc.nat(40), async (offset, count, row, head) => {
        const pattern = { rowBytes: row * 4, headBytes: Math.min(head, row) * 4, headWord: 0xff800000, tailWord: 7 };
        await withArenas(device, [2000], async (arena) => {
          await device.fill(arena, offset * 4, count * 4, pattern);
          const expected = Uint32Array.from({ length: arena.bytes / 4 }, (_, i) => {
            if (i < offset || i >= offset + count) return 0;
            return (i - offset) % row < Math.min(head, row) ? 0xff800000 : 7;
          });
          expect(firstDifference(await wordsOf(device, arena), expected)).toBeNull();
        });
      }),
      { seed: SEED, numRuns: 30 },
    );
  });

  it('carries out any table of whole words, among several arenas', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (first, second) => {
        const lay = (drawn: typeof first, srcWords: number) => {
          let dst = 0;
          return drawn.map(([words, gap, at]) => {
            dst += gap + words;
            return [Math.floor(at * (srcWords - words)), dst - words, words] as const;
          });
        };
        await withArenas(device, [16_000, 8_004, 52_000, 52_000], async (srcA, srcB, dstA, dstB) => {
          await device.stamp(srcA, 1, 'narrow');
          await device.stamp(srcB, 100_000, 'narrow');
          const tables = [lay(first, srcA.bytes / 4), lay(second, srcB.bytes / 4)] as const;
          await device.run((batch) => {
            batch.copyTable(srcA, dstA, tableOf(tables[0]));
            batch.flush();
            batch.copyTable(srcB, dstB, tableOf(tables[1]));
          });
          for (const [src, dst, table] of [
            [srcA, dstA, tables[0]],
            [srcB, dstB, tables[1]],
          ] as const) {
            const source = await wordsOf(device, src);
            const expected = new Uint32Array(dst.bytes / 4);
            for (const [from, to, words] of table) expected.set(source.subarray(from, from + words), to);
            expect(firstDifference(await wordsOf(device, dst), expected)).toBeNull();
          }
        });
      }),
      { seed: SEED, numRuns: 25 },
    );
  });

  it('carries out more rows than there are workgroups, in any order', async () => {
    const count = 70_001;
    const order = randomStream(SEED, 'rows').shuffle(Array.from({ length: count }, (_, i) => i));
    await withArenas(device, [count * 4, count * 8], async (src, dst) => {
      await device.stamp(src, 1, 'narrow');
      await device.run((batch) => batch.copyTable(src, dst, tableOf(order.map((row, i) => [row, 2 * i + 1, 1]))));
      const expected = new Uint32Array(dst.bytes / 4);
      order.forEach((row, i) => {
        expected[2 * i + 1] = stampWord(1 + row, 'narrow');
      });
      expect(firstDifference(await wordsOf(device, dst), expected)).toBeNull();
    });
  });

  it('carries out large blocks at every alignment', async () => {
    const words = 50_000;
    for (const [from, to] of [0, 1, 2, 3].flatMap((a) => [0, 1, 2, 3].map((b) => [a, b] as const))) {
      await withArenas(device, [words * 4 + 16, words * 4 + 16], async (src, dst) => {
        await device.stamp(src, 9, 'narrow');
        await device.run((batch) => batch.copyTable(src, dst, tableOf([[from, to, words]])));
        const expected = new Uint32Array(dst.bytes / 4);
        expected.set((await wordsOf(device, src)).subarray(from, from + words), to);
        expect(firstDifference(await wordsOf(device, dst), expected)).toBeNull();
      });
    }
  });

  it('keeps the order of copies and tables in a batch', async () => {
    await withArenas(device, [64, 64, 64], async (first, second, dst) => {
      await device.stamp(first, 1, 'narrow');
      await device.stamp(second, 101, 'narrow');
      const elapsed = await device.run((batch) => {
        batch.copy(first, 0, dst, 0, 64);
        batch.copyTable(second, dst, tableOf([[0, 4, 4]]));
        batch.copy(first, 0, dst, 28, 4);
      });
      const numbers = [1, 2, 3, 4, 101, 102, 103, 1, 9, 10, 11, 12, 13, 14, 15, 16];
      expect([...(await wordsOf(device, dst))]).toEqual(numbers.map((number) => stampWord(number, 'narrow')));
      expect(elapsed.wall).toBeGreaterThan(0);
    });
  });

  it('sums an arena in a read pass', async () => {
    await withArenas(device, [200_000], async (arena) => {
      await device.fill(arena, 0, arena.bytes, { rowBytes: 8, headBytes: 4, headWord: 0x80000001, tailWord: 2 });
      const { sum, elapsed } = await device.readPass(arena);
      expect(sum).toBe((25_000 * (0x80000001 + 2)) % 2 ** 32);
      expect(elapsed.wall).toBeGreaterThan(0);
    });
  });

  it('reads back what was written, at any word', async () => {
    await withArenas(device, [5 * 2 ** 20], async (arena) => {
      const data = new Uint8Array(4.5 * 2 ** 20).map((_, i) => (i * 7) ^ (i >> 9));
      await device.write(arena, 12, data);
      expect(Buffer.compare(await device.read(arena, 12, data.length), data)).toBe(0);
      expect([...(await device.read(arena, 0, 12))]).toEqual(new Array(12).fill(0));
      expect(await device.read(arena, 0, 0)).toEqual(new Uint8Array(0));
    });
  });
});
