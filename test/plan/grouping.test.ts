import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../src/core/errors.ts';
import { groupRuns, RunBuffer, type Runs } from '../../src/plan/grouping.ts';

const SEED = { seed: 20260822, verbose: true };

/** Lists that hold runs as well as breaks: steps are mostly 1. */
const steppedPairs = fc
  .array(fc.tuple(fc.constantFrom(1, 1, 1, 0, -3, 2), fc.constantFrom(1, 1, 1, 0, 5, -1)), { minLength: 0, maxLength: 200 })
  .map((steps) => {
    const src: number[] = [];
    const dst: number[] = [];
    let [s, d] = [1000, 5000];
    for (const [ds, dd] of steps) {
      s += ds;
      d += dd;
      src.push(s);
      dst.push(d);
    }
    return [Int32Array.from(src), Int32Array.from(dst)] as const;
  });

function expand(firsts: Int32Array, runs: Runs): number[] {
  return Array.from({ length: runs.count }, (_, run) => Array.from({ length: runs.length[run] as number }, (_, i) => (firsts[run] as number) + i)).flat();
}

describe('groupRuns', () => {
  it('gives back both inputs when its runs are laid end to end', () => {
    fc.assert(
      fc.property(steppedPairs, ([src, dst]) => {
        const runs = groupRuns(src, dst);
        expect(expand(runs.src, runs)).toEqual([...src]);
        expect(expand(runs.dst, runs)).toEqual([...dst]);
      }),
      SEED,
    );
  });

  it('makes runs as long as they can be: neighbours never join on both sides', () => {
    fc.assert(
      fc.property(steppedPairs, ([src, dst]) => {
        const runs = groupRuns(src, dst);
        for (let run = 1; run < runs.count; run++) {
          const length = runs.length[run - 1] as number;
          const srcJoins = (runs.src[run - 1] as number) + length === runs.src[run];
          const dstJoins = (runs.dst[run - 1] as number) + length === runs.dst[run];
          expect(srcJoins && dstJoins).toBe(false);
        }
      }),
      SEED,
    );
  });

  it('does not see what an earlier, longer filling left in a buffer', () => {
    const buffer = new RunBuffer();
    groupRuns(Int32Array.of(9, 7, 5, 3), Int32Array.of(1, 2, 3, 4), buffer);
    expect(buffer.count).toBe(4);
    const held = buffer.src;
    const again = groupRuns(Int32Array.of(1, 2), Int32Array.of(8, 9), buffer);
    expect([again.count, again.src[0], again.dst[0], again.length[0]]).toEqual([1, 1, 8, 2]);
    expect(again.src).toBe(held);
    expect(groupRuns(Int32Array.of(), Int32Array.of(1), buffer).count).toBe(0);
  });

  it('says how long the lists were when they do not pair', () => {
    const unequal = () => groupRuns(Int32Array.of(1, 2, 3), Int32Array.of(1));
    expect(unequal).toThrow(EngineError);
    expect(unequal).toThrow('group_concurrent_contiguous requires equal-length src/dst index arrays, got 3 and 1');
  });
});
