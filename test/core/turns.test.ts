/** Turns against what they promise: every place, and every predecessor, equally often. */
import { describe, expect, it } from 'vitest';
import { balancedOrder } from '../../src/core/turns.ts';

/** Rounds after which it all begins again. */
const roundsFor = (count: number) => (count % 2 === 0 ? count : 2 * count);
/** How often each thing is there. */
const tally = (things: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
};

describe('turns', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('of %d are orders of all', (count) => {
    for (let round = 0; round < 3 * count; round++) expect(balancedOrder(round, count).toSorted((a, b) => a - b)).toEqual([...Array(count).keys()]);
  });

  it.each([2, 3, 4, 5, 6, 7])('of %d have each at each place, and each after each other one, equally often', (count) => {
    const rounds = Array.from({ length: roundsFor(count) }, (_, round) => balancedOrder(round, count));
    const times = rounds.length / count;
    const places = tally(rounds.flatMap((row) => row.map((who, place) => `${who}@${place}`)));
    expect([...places.values()]).toEqual(Array(count * count).fill(times));
    const pairs = tally(rounds.flatMap((row) => row.slice(1).map((who, i) => `${row[i]}>${who}`)));
    expect(pairs.size).toBe(count * (count - 1));
    expect(new Set(pairs.values())).toEqual(new Set([times]));
  });

  it('of two are the other way round every other time', () =>
    expect([0, 1, 2].map((round) => balancedOrder(round, 2))).toEqual([
      [0, 1],
      [1, 0],
      [0, 1],
    ]));
  it('of nobody are none', () => expect(balancedOrder(0, 0)).toEqual([]));
});
