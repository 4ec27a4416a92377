/** Statistics against values worked out by hand. */
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../src/core/random.ts';
import { LEAST_TURNS, ratioOverTurns, ratioWithinRuns } from '../../src/sweep/ratioInterval.ts';
import { gbpsOf, median, quantile, summarize } from '../../src/sweep/statistics.ts';

describe('quantile', () => {
  it.each([
    [[3, 1, 2], 0.5, 2],
    [[4, 1, 3, 2], 0.5, 2.5],
    [[10, 20, 30, 40, 50], 0.9, 46],
    [[10, 20, 30, 40, 50], 0.99, 49.6],
    [[10, 20], 0.25, 12.5],
    [[7], 0.99, 7],
    [[1, 2, 3], 0, 1],
    [[1, 2, 3], 1, 3],
  ])('%j at %f is %f', (samples, q, expected) => expect(quantile(samples, q)).toBeCloseTo(expected, 12));

  it('leaves its samples as they are, and has none of nothing', () => {
    const samples = [3, 1, 2];
    median(samples);
    expect(samples).toEqual([3, 1, 2]);
    expect(() => quantile([], 0.5)).toThrow(RangeError);
  });

  it('sorts numbers as numbers', () => expect(median([1e-7, 2, 10])).toBe(2));
});

describe('summarize', () => {
  it('gives all of it', () =>
    expect(summarize([2, 4, 6, 8])).toEqual({ avg: 5, p50: 5, p90: expect.closeTo(7.4, 12), p99: expect.closeTo(7.94, 12), min: 2, max: 8 }));
});

describe('gbpsOf', () => {
  it('counts in 1e9', () => expect(gbpsOf(5e9, 2)).toBe(2.5));
});

describe('ratioWithinRuns', () => {
  const spread = Array.from({ length: 25 }, (_, i) => 1 + (i - 12) / 1000);
  const of = (a: readonly number[], b: readonly number[]) => ratioWithinRuns(a, b, randomStream(1, 'test'));

  it('is sure of a ratio far beyond the spread', () => {
    const { ratio, low, high } = of(
      spread,
      spread.map((s) => 1.1 * s),
    );
    expect(ratio).toBeCloseTo(1.1, 12);
    expect(low).toBeGreaterThan(1.08);
    expect(high).toBeLessThan(1.12);
  });

  it('holds 1 where nothing changed', () => {
    const { low, high } = of(spread, spread.toReversed());
    expect(low).toBeLessThanOrEqual(1);
    expect(high).toBeGreaterThanOrEqual(1);
  });

  it('is the same at every call', () => expect(of(spread, [1, 2, 3])).toEqual(of(spread, [1, 2, 3])));
  it('has no width where samples do not differ', () => expect(of([2, 2, 2], [3, 3, 3])).toEqual({ ratio: 1.5, low: 1.5, high: 1.5, confidence: 0.99 }));
});

describe('ratioOverTurns', () => {
  const upTo = (turns: number) => Array.from({ length: turns }, (_, i) => i + 1);

  // Binomial tails by hand: 2 of 2^6 arrangements have all six on one side; of ten, 2 * (1 + 10) of 2^10 have at most one; of twelve, 2 * (1 + 12 + 66) of 2^12 at most two.
  it.each([
    [6, { ratio: 3.5, low: 1, high: 6, confidence: 1 - 2 / 64 }],
    [10, { ratio: 5.5, low: 2, high: 9, confidence: 1 - 22 / 1024 }],
    [12, { ratio: 6.5, low: 3, high: 10, confidence: 1 - 158 / 4096 }],
  ])('of %i turns knows by order alone how sure it is', (turns, interval) => {
    expect(ratioOverTurns(upTo(turns))).toEqual(interval);
    expect(ratioOverTurns(upTo(turns).toReversed())).toEqual(interval);
  });

  it('is not moved by turns in which the machine did something else', () => {
    const ratios = [...Array.from({ length: 12 }, (_, i) => 1.1 + (i - 6) / 1000), 9, 0.1];
    const { ratio, low, high } = ratioOverTurns(ratios);
    expect([ratio, low, high].every((value) => Math.abs(value - 1.1) < 0.01)).toBe(true);
  });

  it('does not guess from fewer', () => expect(() => ratioOverTurns(upTo(LEAST_TURNS - 1))).toThrow(RangeError));
});
