/** Rounds through staging: by hand. */
import { describe, expect, it } from 'vitest';
import type { CopyTable } from '../../src/device/device.ts';
import { roundsOf } from '../../src/strategies/rounds.ts';

const SOURCE = { id: 1, bytes: 4096 };
const TARGET = { id: 2, bytes: 4096 };

function movesOf(...rows: readonly (readonly [src: number, dst: number, bytes: number])[]) {
  const table = {
    count: rows.length,
    srcOffset: Float64Array.from(rows, ([src]) => src),
    dstOffset: Float64Array.from(rows, ([, dst]) => dst),
    bytes: Uint32Array.from(rows, ([, , bytes]) => bytes),
  };
  return { src: SOURCE, dst: TARGET, table };
}

/** Rounds as rows of (from, to, bytes). */
function shown(moves: Parameters<typeof roundsOf>[0], stagingBytes: number) {
  const rows = ({ count, srcOffset, dstOffset, bytes }: CopyTable) => Array.from({ length: count }, (_, i) => [srcOffset[i], dstOffset[i], bytes[i]]);
  return roundsOf(moves, stagingBytes).map(({ bytes, gathers, scatters }) => ({
    bytes,
    gathers: gathers.map(({ table }) => rows(table)),
    scatters: scatters.map(({ table }) => rows(table)),
  }));
}

describe('roundsOf', () => {
  it('packs blocks one behind the other, and merges what goes on on one side', () => {
    expect(shown([movesOf([0, 100, 8], [8, 200, 8], [400, 208, 4])], 64)).toEqual([
      {
        bytes: 20,
        gathers: [
          [
            [0, 0, 16],
            [400, 16, 4],
          ],
        ],
        scatters: [
          [
            [0, 100, 8],
            [8, 200, 12],
          ],
        ],
      },
    ]);
  });

  it('cuts a block at the end of the staging area, and keeps the order of the moves', () => {
    expect(shown([movesOf([0, 0, 24]), movesOf([100, 8, 12])], 16)).toEqual([
      { bytes: 16, gathers: [[[0, 0, 16]]], scatters: [[[0, 0, 16]]] },
      { bytes: 16, gathers: [[[16, 0, 8]], [[100, 8, 8]]], scatters: [[[0, 16, 8]], [[8, 8, 8]]] },
      { bytes: 4, gathers: [[[108, 0, 4]]], scatters: [[[0, 16, 4]]] },
    ]);
  });

  it('has no round, and no launch of nothing, where nothing is left', () => {
    expect(shown([], 16)).toEqual([]);
    expect(shown([movesOf([0, 0, 16]), movesOf([32, 32, 16])], 16).map(({ gathers }) => gathers.length)).toEqual([1, 1]);
  });
});
