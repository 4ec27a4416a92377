/** The line of progress: how much time it says is left, and what fits into it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duration, secondsLeft } from '../../src/cli/benchProgress.ts';
import { fitted } from '../../src/cli/progress.ts';

const SEED = 20261130;

describe('the time left', () => {
  it('is not guessed before the first point is done', () => {
    expect(secondsLeft({ now: 7, lastFinishedAt: 0, finished: 0, left: 20 })).toBeNull();
  });

  it('is exact where all points take alike', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (finished, left, each, share) => {
          const now = (finished + share) * each;
          expect(secondsLeft({ now, lastFinishedAt: finished * each, finished, left })).toBeCloseTo((left - share) * each, 6);
        },
      ),
      { seed: SEED },
    );
  });

  it('grows with a point that takes longer, and does not jump when that is done', () => {
    // Three points of 1 s, then one of 9: at its end all four took 3 s each, and six are left.
    const at = (now: number) => secondsLeft({ now, lastFinishedAt: 3, finished: 3, left: 7 });
    expect([at(3), at(4), at(8), at(12)]).toEqual([7, 6, 12, 18]);
    expect(secondsLeft({ now: 12, lastFinishedAt: 12, finished: 4, left: 6 })).toBe(18);
  });

  it.each([
    [0, '1 s'],
    [89.4, '89 s'],
    [90, '2 min'],
    [5369, '89 min'],
    [5400, '1 h 30 min'],
    [7260, '2 h'],
    [86_400, '24 h'],
  ])('%d seconds are %s', (seconds, words) => expect(duration(seconds)).toBe(words));
});

describe('a line of progress', () => {
  it('is cut so that it does not wrap, the last column left free', () => {
    expect(fitted('items: 3 of 65', 15)).toBe('items: 3 of 65');
    expect(fitted('items: 3 of 65', 14)).toBe('items: 3 of \u2026');
    expect(fitted('items: 3 of 65', 14)).toHaveLength(13);
    expect(fitted('items', 1)).toBe('\u2026');
  });
});
