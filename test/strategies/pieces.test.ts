import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CopyTable } from '../../src/device/device.ts';
import { mergeRows } from '../../src/strategies/merge.ts';
import { cutRows } from '../../src/strategies/pieces.ts';

const SEED = 20261130;

const tableOf = (rows: readonly (readonly [src: number, dst: number, bytes: number])[]): CopyTable => ({
  count: rows.length,
  srcOffset: Float64Array.from(rows, ([src]) => src),
  dstOffset: Float64Array.from(rows, ([, dst]) => dst),
  bytes: Uint32Array.from(rows, ([, , bytes]) => bytes),
});
const rowsOf = ({ count, srcOffset, dstOffset, bytes }: CopyTable) => Array.from({ length: count }, (_, i) => [srcOffset[i], dstOffset[i], bytes[i]]);

describe(`long rows in pieces (seed ${SEED})`, () => {
  it('are cut where they are longer, the last piece being what is left', () => {
    expect(
      rowsOf(
        cutRows(
          tableOf([
            [0, 1000, 8],
            [100, 2000, 20],
            [200, 3000, 16],
          ]),
          8,
        ),
      ),
    ).toEqual([
      [0, 1000, 8],
      [100, 2000, 8],
      [108, 2008, 8],
      [116, 2016, 4],
      [200, 3000, 8],
      [208, 3008, 8],
    ]);
  });

  it('are the same copies: merged again they are what merging made of them before', () => {
    const word = fc.nat(1000).map((n) => 4 * n);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word, word), { maxLength: 20 }), fc.integer({ min: 1, max: 50 }), (rows, words) => {
        const table = tableOf(rows);
        const cut = cutRows(table, 4 * words);
        expect(Math.max(0, ...cut.bytes)).toBeLessThanOrEqual(4 * words);
        expect(rowsOf(mergeRows(cut))).toEqual(rowsOf(mergeRows(table)));
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});
