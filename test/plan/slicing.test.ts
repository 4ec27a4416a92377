import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpRankPageBounds, filterKvIndicesForCpRank, pageIndicesToCpRank } from '../../src/plan/cpSplit.ts';
import { transferEntryPairs } from '../../src/plan/layerPairs.ts';
import { mambaSliceBlocks, mambaSliceByteBlocks } from '../../src/plan/mambaSlice.ts';
import { ppSlice } from '../../src/plan/ppSlice.ts';

const SEED = { seed: 20260823, verbose: true };
const counts = (ratios: readonly number[], ratio: number) => ratios.filter((each) => each === ratio).length;

describe('context parallelism', () => {
  const split = fc.record({ pages: fc.nat(300), ranks: fc.integer({ min: 1, max: 16 }) });

  it('bounds partition the pages, longer parts first', () => {
    fc.assert(
      fc.property(split, ({ pages, ranks }) => {
        const bounds = Array.from({ length: ranks }, (_, rank) => cpRankPageBounds(pages, rank, ranks));
        const lengths = bounds.map(([start, end]) => end - start);
        expect(bounds[0]?.[0]).toBe(0);
        expect(bounds.at(-1)?.[1]).toBe(pages);
        bounds.slice(1).forEach(([start], i) => {
          expect(start).toBe(bounds[i]?.[1]);
        });
        expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
        expect((lengths[0] as number) - (lengths.at(-1) as number)).toBeLessThanOrEqual(1);
      }),
      SEED,
    );
  });

  it('ranks together send every page of every chunk once, in its place', () => {
    fc.assert(
      fc.property(split, fc.integer({ min: 1, max: 50 }), ({ pages, ranks }, chunkPages) => {
        const ids = Int32Array.from({ length: pages }, (_, i) => (i * 37) % 1009);
        const sent: (number | undefined)[] = Array.from({ length: pages });
        for (let start = 0; start < pages; start += chunkPages) {
          const stop = Math.min(pages, start + chunkPages);
          for (let rank = 0; rank < ranks; rank++) {
            const part = filterKvIndicesForCpRank({ indices: ids.subarray(start, stop), sliceStart: start, sliceStop: stop }, pages, rank, ranks);
            expect((part.sliceStop as number) - (part.sliceStart as number)).toBe(part.indices.length);
            part.indices.forEach((id, i) => {
              expect(sent[(part.sliceStart as number) + i]).toBeUndefined();
              sent[(part.sliceStart as number) + i] = id;
            });
          }
        }
        expect(sent).toEqual([...ids]);
      }),
      SEED,
    );
  });

  it('reads open bounds as the ends of the request, and passes them on where nothing is split', () => {
    const chunk = { indices: Int32Array.of(5, 6, 7, 8), sliceStart: null, sliceStop: null };
    expect(filterKvIndicesForCpRank(chunk, null, 1, 2)).toEqual({ indices: Int32Array.of(7, 8), sliceStart: 2, sliceStop: 4 });
    expect(filterKvIndicesForCpRank(chunk, 4, 0, 1)).toBe(chunk);
  });

  it('by value, ids apart from the range are lost to every rank', () => {
    const ids = Int32Array.of(20, 40, 21, 60);
    expect([0, 1].map((rank) => [...pageIndicesToCpRank(ids, 4, rank, 2)])).toEqual([[20, 21], []]);
  });
});

describe('pipeline slicing', () => {
  const model = fc
    .array(fc.constantFrom(0, 4, 128), { minLength: 2, maxLength: 60 })
    .chain((ratios) => fc.tuple(fc.constant(ratios), fc.array(fc.integer({ min: 1, max: ratios.length - 1 }), { maxLength: 4 })));

  /** Length of each list of a pool of these layers. */
  const lengths: Readonly<Record<string, (ratios: readonly number[]) => number>> = {
    kv: (ratios) => 2 * counts(ratios, 4) + counts(ratios, 128),
    swa: (ratios) => ratios.length + 2 * counts(ratios, 4),
    swa_ring: (ratios) => ratios.length,
    c128_state: (ratios) => counts(ratios, 128),
  };

  it('the stages of a model cover every entry of D once, and each gets as many as it has', () => {
    fc.assert(
      fc.property(model, fc.constantFrom('kv', 'swa', 'swa_ring', 'c128_state'), ([ratios, cuts], list) => {
        const borders = [0, ...new Set(cuts.toSorted((a, b) => a - b)), ratios.length];
        const lengthOf = lengths[list] as (ratios: readonly number[]) => number;
        const covered: number[] = [];
        for (let i = 1; i < borders.length; i++) {
          const [startLayer, endLayer] = [borders[i - 1] as number, borders[i] as number];
          const srcCount = lengthOf(ratios.slice(startLayer, endLayer));
          const positions = ppSlice({ startLayer, endLayer, ratios }, srcCount, lengthOf(ratios), list === 'kv' ? null : list);
          expect(positions).toHaveLength(srcCount);
          covered.push(...positions);
        }
        expect(covered.toSorted((a, b) => a - b)).toEqual(Array.from({ length: lengthOf(ratios) }, (_, i) => i));
      }),
      SEED,
    );
  });

  it('a main list of another length is read as an SWA list, and refused where it cannot be one', () => {
    const stage = { startLayer: 1, endLayer: 2, ratios: [4, 128, 4] };
    expect(ppSlice(stage, 1, 7, null)).toEqual([1]);
    expect(() => ppSlice(stage, 1, 3, null)).toThrow('Unexpected compressed-MLA dst_kv_ptrs length 3; expected either 5 (kv_data) or swa_L + 4');
    expect(() => ppSlice(stage, 1, 8, 'swa')).toThrow('(c4=2, c128=1, total=3).');
  });

  it('clips at the end of a list that is shorter than the layers', () => {
    expect(ppSlice({ startLayer: 2, endLayer: 6, ratios: [0, 0, 0, 0, 0, 0] }, 4, 3, 'swa_ring')).toEqual([2]);
    expect(ppSlice({ startLayer: 5, endLayer: null, ratios: null }, 2, 6, 'swa')).toEqual([5]);
  });
});

describe('transferEntryPairs', () => {
  it('pairs the k-th of an id with the k-th', () => {
    const lists = { srcLayerIds: [4, 2, 4], dstLayerIds: [2, 4, 3, 4], srcCount: 3, dstCount: 4 };
    expect(transferEntryPairs(lists, false)).toEqual([
      [0, 1],
      [1, 0],
      [2, 3],
    ]);
    expect(() => transferEntryPairs({ ...lists, srcLayerIds: [4, 4, 4] }, false)).toThrow('Decode peer is missing a transfer entry for model layer 4');
  });

  it('refuses metadata that does not fit the entries, or that one side lacks', () => {
    expect(() => transferEntryPairs({ srcLayerIds: [1], dstLayerIds: [1, 2], srcCount: 2, dstCount: 2 }, true)).toThrow(
      'Layer metadata length must match transfer entries: src metadata=1 entries=2, dst metadata=2 entries=2',
    );
    const oneSided = { srcLayerIds: [1, 2], dstLayerIds: [], srcCount: 2, dstCount: 3 };
    expect(() => transferEntryPairs(oneSided, false)).toThrow('Layer metadata must be provided by both PD peers or neither');
    expect(transferEntryPairs(oneSided, true)).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });
});

describe('mamba slices', () => {
  const shapes = fc.record({
    groups: fc.array(
      fc.integer({ min: 1, max: 6 }).map((n) => n * 16),
      { minLength: 1, maxLength: 4 },
    ),
    srcTp: fc.constantFrom(1, 2, 4, 8),
    dstTp: fc.constantFrom(1, 2, 4, 8),
    grouped: fc.boolean(),
  });

  it('what all P ranks send to one D rank fills its dimension once', () => {
    fc.assert(
      fc.property(shapes, ({ groups, srcTp, dstTp, grouped }) => {
        const whole = groups.reduce((sum, size) => sum + size, 0);
        const [srcDim, dstDim] = [whole / srcTp, whole / dstTp];
        for (let dstRank = 0; dstRank < dstTp; dstRank++) {
          const senders =
            srcTp > dstTp ? Array.from({ length: srcTp / dstTp }, (_, i) => (dstRank * srcTp) / dstTp + i) : [Math.floor((dstRank * srcTp) / dstTp)];
          const hits = new Uint8Array(dstDim);
          for (const srcRank of senders) {
            for (const [src, dst, length] of mambaSliceBlocks({ srcDim, dstDim, srcTp, dstTp, srcRank, dstRank, groups: grouped ? groups : null })) {
              expect(src + length).toBeLessThanOrEqual(srcDim);
              for (let i = dst; i < dst + length; i++) hits[i] = (hits[i] as number) + 1;
            }
          }
          expect([...hits]).toEqual(Array.from({ length: dstDim }, () => 1));
        }
      }),
      SEED,
    );
  });

  it('repeats the blocks for each outer row', () => {
    const slice = { srcDim: 8, dstDim: 4, srcTp: 1, dstTp: 2, srcRank: 0, dstRank: 1, groups: null };
    expect(mambaSliceByteBlocks(slice, 48, 24, 3)).toEqual([
      [8, 0, 8],
      [24, 8, 8],
      [40, 16, 8],
    ]);
  });
});
