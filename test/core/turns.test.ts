/** Turns against what they promise: every place, and every predecessor, equally often, and every pair from round to round. */
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../src/core/random.ts';
import { fairTurns } from '../../src/core/turns.ts';

const SEED = 20261130;
const turnsOf = (count: number) => fairTurns(count, randomStream(SEED, 'test'));
/** Rounds after which who is who is drawn anew. */
const roundsFor = (count: number) => (count % 2 === 0 ? count : 2 * count);
/** How often each thing is there. */
const tally = (things: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
};

describe(`turns (seed ${SEED})`, () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('of %d are orders of all', (count) => {
    const turns = turnsOf(count);
    for (let round = 0; round < 3 * count; round++) expect(turns().toSorted((a, b) => a - b)).toEqual([...Array(count).keys()]);
  });

  it.each([2, 3, 4, 5, 6, 7])('of %d have each at each place, and each after each other one, equally often in each cycle', (count) => {
    const turns = turnsOf(count);
    for (let cycle = 0; cycle < 2; cycle++) expectBalance(Array.from({ length: roundsFor(count) }, turns), count);
  });

  const expectBalance = (rounds: readonly (readonly number[])[], count: number) => {
    const times = rounds.length / count;
    const places = tally(rounds.flatMap((row) => row.map((who, place) => `${who}@${place}`)));
    expect([...places.values()]).toEqual(Array(count * count).fill(times));
    const pairs = tally(rounds.flatMap((row) => row.slice(1).map((who, i) => `${row[i]}>${who}`)));
    expect(pairs.size).toBe(count * (count - 1));
    expect(new Set(pairs.values())).toEqual(new Set([times]));
  };

  it.each([2, 3, 5])('of %d have every pair between rounds, too', (count) => {
    const turns = turnsOf(count);
    const rounds = Array.from({ length: 100 * count * count }, turns);
    const borders = tally(rounds.slice(1).map((row, i) => `${rounds[i]?.at(-1)}>${row[0]}`));
    expect(borders.size).toBe(count * count);
    expect(Math.min(...borders.values())).toBeGreaterThan(30);
  });

  it('of nobody are none', () => expect(turnsOf(0)()).toEqual([]));
});
