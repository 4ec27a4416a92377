/** Statistics against values worked out by hand. */
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../src/core/random.ts';
import { quantileSide, ratioOf } from '../../src/sweep/bootstrap.ts';
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

describe('ratioOf', () => {
  const spread = Array.from({ length: 25 }, (_, i) => 1 + (i - 12) / 1000);
  const of = (a: readonly number[], b: readonly number[]) => ratioOf(quantileSide(a, 0.5), quantileSide(b, 0.5), 0.99, randomStream(1, 'test'));

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
  it('has no width where samples do not differ', () => expect(of([2, 2, 2], [3, 3, 3])).toEqual({ ratio: 1.5, low: 1.5, high: 1.5 }));
});
