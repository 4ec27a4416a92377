import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignAddresses } from '../../../src/memory/addressSpace.ts';
import type { Area } from '../../../src/verify/areas.ts';
import { chooseSegments } from '../../../src/verify/diagnosis/look.ts';
import { countOf, mergeRanges, type Range, rangesText } from '../../../src/verify/diagnosis/ranges.ts';
import type { AccountedPiece } from '../../../src/verify/diagnosis/scene.ts';

const SEED = 90_731;

/** A piece whose segments are bad where told, each in the layer told. */
function piece(layers: readonly number[], bad: readonly number[]): AccountedPiece {
  const areaOf = (layer: number): Area => ({ offset: 0, bytes: 64, owner: 'target', family: 'swa', layer, tensor: null, itemBytes: 64 });
  return {
    arena: { id: 0, bytes: 64 * layers.length },
    firstNumber: 1024,
    segments: layers.map((layer, i) => ({ segment: { offset: 64 * i, bytes: 64, expect: { kind: 'untouched' } }, area: areaOf(layer), stretch: null })),
    rank: { side: 'decode', index: 0, pools: [], space: assignAddresses(0n, []), firstNumber: 1024, areas: [] },
    windowOffset: 0,
    counts: { bad: Float64Array.from(bad), missing: new Float64Array(bad.length) },
  };
}

describe('segments to look into', () => {
  it('are all bad ones, and no others, where there are few', () => {
    const only = piece([0, 0, 1, 1], [0, 3, 0, 1]);
    expect([...chooseSegments([only], 2)]).toEqual([[only, [1, 3]]]);
    expect([...chooseSegments([piece([0], [0])], 2)]).toEqual([]);
  });

  it('are as many of a small damage as of a large one, evenly spaced', () => {
    const layers = Array.from({ length: 1000 }, (_, i) => (i < 990 ? 0 : 1));
    const only = piece(
      layers,
      layers.map(() => 1),
    );
    const chosen = chooseSegments([only], 20).get(only) ?? [];
    expect(chosen).toEqual([0, 99, 198, 297, 396, 495, 594, 693, 792, 891, 990, 991, 992, 993, 994, 995, 996, 997, 998, 999]);
  });

  it('are never more than asked, bad, ascending and unlike', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(2)), { maxLength: 200 }), fc.integer({ min: 1, max: 40 }), (drawn, most) => {
        const only = piece(
          drawn.map(([layer]) => layer),
          drawn.map(([, bad]) => bad),
        );
        const chosen = chooseSegments([only], most).get(only) ?? [];
        expect(chosen.length).toBeLessThanOrEqual(most);
        expect(chosen.length).toBeGreaterThanOrEqual(drawn.some(([, bad]) => bad > 0) ? 1 : 0);
        expect(chosen.every((index) => (drawn[index]?.[1] ?? 0) > 0)).toBe(true);
        expect(chosen).toEqual([...new Set(chosen)].sort((a, b) => a - b));
      }),
      { seed: SEED },
    );
  });
});

describe('ranges', () => {
  it('merge to the same numbers, ascending, apart', () => {
    const range = fc.tuple(fc.nat(40), fc.nat(6)).map(([from, size]): Range => [from, from + size + 1]);
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
        const merged = mergeRanges(ranges);
        const numbers = (list: readonly Range[]) => new Set(list.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i)));
        expect(numbers(merged)).toEqual(new Set([...numbers(ranges)].sort((a, b) => a - b)));
        expect(countOf(merged)).toBe(numbers(ranges).size);
        for (let i = 1; i < merged.length; i++) expect(merged[i]?.[0]).toBeGreaterThan(merged[i - 1]?.[1] ?? 0);
      }),
      { seed: SEED },
    );
  });

  it('read as people write them', () => {
    expect(rangesText([[3, 4]])).toBe('3');
    expect(
      rangesText([
        [524, 562],
        [565, 655],
      ]),
    ).toBe('524-561, 565-654');
    expect(rangesText(Array.from({ length: 6 }, (_, i): Range => [10 * i, 10 * i + 3]))).toBe('0-2, 10-12, 20-22, 30-32 and 6 more');
  });
});
