/** The arithmetic and the turn-taking of the bench, with contenders that bring their own clock. */
import { describe, expect, it } from 'vitest';
import { alternate, type Contender, medianRatio, spread, timed } from '../../bench/measure.ts';
import { median, quantile } from '../../src/sweep/statistics.ts';

describe('medians', () => {
  it('takes the middle, or the mean of the two middle ones, and leaves its input alone', () => {
    const values = [9, 1, 5];
    expect(median(values)).toBe(5);
    expect(values).toEqual([9, 1, 5]);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
  });

  it('sorts as numbers', () => {
    expect(median([10, 9, 100])).toBe(10);
  });

  it('interpolates quantiles', () => {
    expect([0, 0.25, 0.5, 1].map((q) => quantile([10, 20, 30, 40, 50], q))).toEqual([10, 20, 30, 50]);
    expect(quantile([0, 10], 0.25)).toBe(2.5);
  });

  it('has no median of nothing', () => {
    expect(() => median([])).toThrow(RangeError);
  });

  it('compares round by round, so that drift on both sides cancels out', () => {
    const subject = { repeats: 1, seconds: [1, 10, 100] };
    const yardstick = { repeats: 1, seconds: [3, 30, 300] };
    expect(medianRatio(yardstick, subject)).toBe(3);
  });

  it('describes samples', () => {
    expect(spread({ repeats: 8, seconds: [1, 2, 3, 4, 5] })).toEqual({ median: 3, lowerQuartile: 2, upperQuartile: 4, rounds: 5, repeats: 8 });
  });
});

describe('alternation', () => {
  /** A contender whose every call takes this long, and which writes down when it was asked. */
  const scripted =
    (name: string, secondsPerCall: number, log: string[]): Contender =>
    (repeats) => {
      log.push(`${name}*${repeats}`);
      return repeats * secondsPerCall;
    };

  it('sizes each contender to the clock, then lets each have one turn a round', async () => {
    const log: string[] = [];
    const samples = await alternate({ slow: scripted('slow', 1, log), fast: scripted('fast', 0.25, log) }, { rounds: 3, sampleSeconds: 1, budgetSeconds: 60 });
    expect(log.slice(0, 4)).toEqual(['slow*1', 'fast*1', 'fast*2', 'fast*4']);
    for (let round = 0; round < 3; round++) expect(log.slice(4 + 2 * round, 6 + 2 * round).toSorted()).toEqual(['fast*4', 'slow*1']);
    expect(samples).toEqual({ slow: { repeats: 1, seconds: [1, 1, 1] }, fast: { repeats: 4, seconds: [0.25, 0.25, 0.25] } });
  });

  it('lets each follow each of the others about as often', async () => {
    const log: string[] = [];
    const names = ['a', 'b', 'c', 'd'];
    await alternate(Object.fromEntries(names.map((name) => [name, scripted(name, 1, log)])), { rounds: 400, sampleSeconds: 0, budgetSeconds: 60 });
    const turns = log.slice(names.length);
    for (const one of names) {
      for (const other of names) {
        const count = turns.filter((turn, i) => turn === `${one}*1` && turns[i - 1] === `${other}*1`).length;
        // Of 400 turns each, 3 in 4 begin a pair within a round, shared by three others; itself it follows only from round to round.
        if (one === other) expect(count).toBeLessThan(50);
        else expect(Math.abs(count - 125)).toBeLessThan(40);
      }
    }
  });

  it('stops at the budget, but not before three rounds', async () => {
    const log: string[] = [];
    const samples = await alternate({ one: scripted('one', 1, log) }, { rounds: 100, sampleSeconds: 1, budgetSeconds: -1 });
    expect(samples.one.seconds).toHaveLength(3);
  });

  it('refuses a clock that stands still', async () => {
    await expect(alternate({ frozen: () => 0 }, { rounds: 1, sampleSeconds: 1, budgetSeconds: 1 })).rejects.toThrow('stands still');
  });

  it('times a function by doing it as often as asked', () => {
    let calls = 0;
    const seconds = timed(() => {
      calls += 1;
    })(100);
    expect(calls).toBe(100);
    expect(seconds).toBeGreaterThan(0);
  });
});
