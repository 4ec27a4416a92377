import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stampWord } from '../../src/core/stampCode.ts';
import { assignAddresses } from '../../src/memory/addressSpace.ts';
import { type NumberingRequest, numberRanks } from '../../src/verify/numbering.ts';
import { tensor } from './support.ts';

const SEED = 4_421;
const space = (rows: number) => assignAddresses(0n, [tensor('t', 'plain', 0, rows, 4096)]);
const ranks: readonly NumberingRequest[] = [
  { side: 'prefill', index: 0, space: space(3), content: 'a' },
  { side: 'prefill', index: 1, space: space(3), content: 'a' },
  { side: 'prefill', index: 2, space: space(2), content: 'b' },
  { side: 'decode', index: 0, space: space(5), content: 'c' },
];

describe.each(['narrow', 'wide'] as const)('%s numbers', (width) => {
  const numbering = numberRanks(ranks, width);

  it('are above 0, apart for unlike contents, the same for replicas', () => {
    expect(numbering.firstNumber('prefill', 0)).toBeGreaterThan(0);
    expect(numbering.firstNumber('prefill', 1)).toBe(numbering.firstNumber('prefill', 0));
    expect(numbering.firstNumber('prefill', 2)).toBeGreaterThanOrEqual(numbering.firstNumber('prefill', 0) + 3 * 1024);
    expect(numbering.firstNumber('decode', 0)).toBeGreaterThanOrEqual(numbering.firstNumber('prefill', 2) + 2 * 1024);
    expect(numbering.total).toBeGreaterThanOrEqual(numbering.firstNumber('decode', 0) + 5 * 1024);
    expect(() => numbering.firstNumber('decode', 1)).toThrow(RangeError);
  });

  it('lead back to rank and offset from the words themselves, wherever a span begins', () => {
    const places = fc.constantFrom(ranks[0], ranks[2], ranks[3]).chain((rank) => fc.tuple(fc.constant(rank), fc.nat((rank?.space.bytes ?? 4) / 4 - 4)));
    fc.assert(
      fc.property(places, ([rank, word]) => {
        if (rank === undefined) return;
        const number = numbering.firstNumber(rank.side, rank.index) + word;
        const values = [0, 1, 2, 3].map((i) => stampWord(number + i, width));
        expect(numbering.numberOf(values)).toBe(number);
        expect(numbering.valueOf(number)).toBe(values[0]);
        const origin = numbering.originOf(number);
        expect([origin?.rank.side, origin?.rank.index, origin?.offset]).toEqual([rank.side, rank.index, word * 4]);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it('do not exist for zeros, for values of no word, and in the gaps between ranks', () => {
    expect(numbering.numberOf([0, 0, 0, 0])).toBeNull();
    const nobodys = stampWord(numbering.total + 5_000, width);
    expect(numbering.numberOf([nobodys, stampWord(numbering.total + 5_001, width), stampWord(numbering.total + 5_002, width)])).toBeNull();
    expect(numbering.originOf(0)).toBeNull();
    expect(numbering.originOf(numbering.total)).toBeNull();
  });
});

describe('width', () => {
  it('is narrow as long as all numbers are below 2^32', () => {
    expect(numberRanks(ranks).width).toBe('narrow');
    // Four ranks of 4 GiB have 2^32 words, and the first number is not 0.
    const huge = [0, 1, 2, 3].map((index) => ({ side: 'decode' as const, index, space: { ...space(1), bytes: 2 ** 32 }, content: `${index}` }));
    expect(numberRanks(huge).width).toBe('wide');
    expect(numberRanks(huge.slice(1)).width).toBe('narrow');
  });

  it('wide needs more than one word to tell a number', () => {
    const wide = numberRanks(ranks, 'wide');
    const odd = wide.firstNumber('prefill', 0) + 1;
    expect(wide.numberOf([stampWord(odd, 'wide')])).toBeNull();
    expect(wide.numberOf([stampWord(odd, 'wide'), stampWord(odd + 1, 'wide')])).toBeNull();
    expect(wide.numberOf([odd, odd + 1, odd + 2].map((number) => stampWord(number, 'wide')))).toBe(odd);
  });
});
