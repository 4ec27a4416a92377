import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type StampWidth, stampWord } from '../../src/core/stampCode.ts';
import { account } from '../../src/device/cpu/account.ts';
import { badSpans } from '../../src/device/cpu/badSpans.ts';
import type { Segment } from '../../src/device/device.ts';
import { openEveryDevice, withArenas, wordsOf, writeWords } from './devices.ts';

const SEED = 20260802;
const OWN = 1_000_000;
/** Larger than a chunk, so that borders between chunks are crossed; no multiple of one. */
const STAMPED_WORDS = 40_003;
const PATTERN = { rowBytes: 28, headBytes: 12, headWord: 0, tailWord: 0xff800000 };

/** One segment of each class, at odd words: untouched, stamped (from 5), filled, unsupplied, untouched. */
const SEGMENTS = lay([
  [101, { kind: 'untouched' }],
  [STAMPED_WORDS, { kind: 'stamped', firstNumber: 5 }],
  [333, { kind: 'filled', pattern: PATTERN, phaseBytes: 8 }],
  [50, { kind: 'unsupplied' }],
  [41, { kind: 'untouched' }],
]);

function lay(parts: readonly (readonly [words: number, expect: Segment['expect']])[]): Segment[] {
  let offset = 0;
  return parts.map(([words, expectation]) => {
    offset += words * 4;
    return { offset: offset - words * 4, bytes: words * 4, expect: expectation };
  });
}

/** What memory holds when all went well; the unsupplied segment still holds its own numbers. */
function rightWords(segments: readonly Segment[], width: StampWidth, own = OWN): number[] {
  return segments.flatMap(({ offset, bytes, expect: expectation }) =>
    Array.from({ length: bytes / 4 }, (_, i) => {
      if (expectation.kind === 'stamped') return stampWord(expectation.firstNumber + i, width);
      if (expectation.kind !== 'filled') return stampWord(own + offset / 4 + i, width);
      const { pattern, phaseBytes } = expectation;
      return (i * 4 + phaseBytes) % pattern.rowBytes < pattern.headBytes ? pattern.headWord : pattern.tailWord;
    }),
  );
}

describe.each(await openEveryDevice())('%s', (_, device) => {
  for (const width of ['narrow', 'wide'] as const) {
    const right = rightWords(SEGMENTS, width);
    const own = (word: number) => stampWord(OWN + word, width);
    const [, stamped, filled, unsupplied, last] = SEGMENTS.map(({ offset }) => offset / 4) as [number, number, number, number, number];

    describe(`${width} stamps`, () => {
      /** Counts and spans after planting (word, value). */
      const outcomeOf = (faults: readonly (readonly [number, number])[], limit = 10) =>
        withArenas(device, [right.length * 4], async (arena) => {
          const words = [...right];
          for (const [word, value] of faults) words[word] = value;
          await writeWords(device, arena, 0, words);
          const counts = await device.account(arena, OWN, width, SEGMENTS);
          const spans = await device.badSpans(arena, OWN, width, SEGMENTS, limit);
          return { bad: [...counts.bad], missing: [...counts.missing], spans };
        });

      /** The unsupplied segment is always bad, and one span of missing words. */
      const poison = { segment: 3, offset: unsupplied * 4, bytes: 200, firstValues: [0, 1, 2, 3].map((i) => own(unsupplied + i)) };

      it('finds nothing but what nobody supplies where all is well', async () => {
        expect(await outcomeOf([])).toEqual({ bad: [0, 0, 0, 50, 0], missing: [0, 0, 0, 50, 0], spans: [poison] });
      });

      const single = (segment: number, word: number, value: number) => ({ segment, offset: word * 4, bytes: 4, firstValues: [value] });

      it.each([
        ['wrong', 1, stamped + 20_001, 0xdeadbeef, 0],
        ['wrong in the first word', 1, stamped, 0xdeadbeef, 0],
        ['wrong in the last word', 1, filled - 1, 0xdeadbeef, 0],
        ['missing', 1, stamped + 16_384, own(stamped + 16_384), 1],
        ['touched', 0, 50, 0xdeadbeef, 0],
        ['touched at the end', 4, last + 40, 0xdeadbeef, 0],
        ['wrong in a pattern', 2, filled + 200, 0xdeadbeef, 0],
        ['missing in a pattern', 2, filled + 332, own(filled + 332), 1],
      ] as const)('finds one word that is %s', async (_what, segment, word, value, missing) => {
        const found = await outcomeOf([[word, value]]);
        const bad = [0, 0, 0, 50, 0];
        const lost = [0, 0, 0, 50, 0];
        bad[segment] = (bad[segment] ?? 0) + 1;
        lost[segment] = (lost[segment] ?? 0) + missing;
        const spans = [single(segment, word, value), poison].sort((a, b) => a.offset - b.offset);
        expect(found).toEqual({ bad, missing: lost, spans });
      });

      it('tells unsupplied words that were written from those that were not', async () => {
        const found = await outcomeOf([[unsupplied + 10, 3]]);
        expect(found.bad[3]).toBe(50);
        expect(found.missing[3]).toBe(49);
        expect(found.spans.map(({ offset, bytes }) => [offset / 4 - unsupplied, bytes / 4])).toEqual([
          [0, 10],
          [10, 1],
          [11, 39],
        ]);
      });

      it('joins a span over the borders of chunks', async () => {
        const from = stamped + 16_384 - 3;
        const words = 16_384 + 6;
        const found = await outcomeOf(
          Array.from({ length: words }, (_, i) => [from + i, stampWord(77 + i, width)] as const).filter((_, i) => i < 6 || i > words - 7),
        );
        expect(found.spans.slice(0, 2)).toEqual([
          { segment: 1, offset: from * 4, bytes: 24, firstValues: [0, 1, 2, 3].map((i) => stampWord(77 + i, width)) },
          { segment: 1, offset: (from + words - 6) * 4, bytes: 24, firstValues: [0, 1, 2, 3].map((i) => stampWord(77 + words - 6 + i, width)) },
        ]);
      });
    });
  }

  it('joins one span over whole chunks', async () => {
    const words = 100_000;
    await withArenas(device, [words * 4], async (arena) => {
      await device.stamp(arena, OWN, 'narrow');
      const segments = lay([[words, { kind: 'stamped', firstNumber: 5 }]]);
      const counts = await device.account(arena, OWN, 'narrow', segments);
      expect([...counts.bad, ...counts.missing]).toEqual([words, words]);
      const firstValues = [0, 1, 2, 3].map((i) => stampWord(OWN + i, 'narrow'));
      expect(await device.badSpans(arena, OWN, 'narrow', segments, 3)).toEqual([{ segment: 0, offset: 0, bytes: words * 4, firstValues }]);
    });
  });

  it('gives the first spans only, and none when none are asked for', async () => {
    await withArenas(device, [400_000], async (arena) => {
      const segments = lay([[100_000, { kind: 'untouched' }]]);
      const spans = (limit: number) => device.badSpans(arena, OWN, 'narrow', segments, limit);
      await device.stamp(arena, OWN, 'narrow');
      for (let i = 0; i < 20; i++) await writeWords(device, arena, i * 20_000, [1 + i]);
      expect((await spans(7)).map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => i * 20_000));
      expect(await spans(1_000_000)).toHaveLength(20);
      expect(await spans(0)).toEqual([]);
    });
  });

  it('looks into some segments only, a little into each', async () => {
    await withArenas(device, [600_000], async (arena) => {
      await device.stamp(arena, OWN, 'narrow');
      for (let i = 0; i < 30; i++) await writeWords(device, arena, i * 20_000, [1 + i]);
      // The second is longer than a chunk, and holds nine bad words.
      const some = [
        { offset: 20_000, bytes: 40_000, expect: { kind: 'untouched' as const } },
        { offset: 160_000, bytes: 180_000, expect: { kind: 'untouched' as const } },
        { offset: 580_000, bytes: 4, expect: { kind: 'untouched' as const } },
      ];
      const found = async (limit: number, perSegment?: number) =>
        (await device.badSpans(arena, OWN, 'narrow', some, limit, perSegment)).map(({ segment, offset }) => [segment, offset / 20_000]);
      expect(await found(100, 3)).toEqual([
        [0, 1],
        [0, 2],
        [1, 8],
        [1, 9],
        [1, 10],
        [2, 29],
      ]);
      expect(await found(3, 2)).toEqual([
        [0, 1],
        [0, 2],
        [1, 8],
      ]);
      expect((await found(100)).length).toBe(12);
    });
  });

  it('agrees with the reference on random damage', async () => {
    // Few values and many runs, so that the rules for neighbours are met in every order.
    const value = fc.oneof(fc.nat(5), fc.constant(-1), fc.constant(-2), fc.constant(0xdeadbeef));
    const damage = fc.array(fc.tuple(fc.oneof(fc.nat(STAMPED_WORDS + 400), fc.integer({ min: 16_475, max: 16_495 })), fc.array(value, { maxLength: 9 })), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(
        damage,
        fc.constantFrom<StampWidth>('narrow', 'wide'),
        fc.nat(40),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(OWN, 2 ** 32 - 20_000),
        async (places, width, limit, perSegment, first) => {
          const own = width === 'wide' ? first : OWN;
          const words = rightWords(SEGMENTS, width, own);
          for (const [at, values] of places) {
            values.forEach((drawn, i) => {
              // -1 is the word's own number, -2 the one after its neighbour's.
              const number = drawn === -1 ? own + at + i : 7 + at + i;
              words[at + i] = drawn >= 6 ? drawn : stampWord(drawn >= 0 ? 50 + drawn : number, width);
            });
          }
          await withArenas(device, [words.length * 4], async (arena) => {
            await writeWords(device, arena, 0, words);
            const held = await wordsOf(device, arena);
            expect(await device.account(arena, own, width, SEGMENTS)).toEqual(account(held, own, width, SEGMENTS));
            expect(await device.badSpans(arena, own, width, SEGMENTS, limit, perSegment)).toEqual(badSpans(held, own, width, SEGMENTS, limit, perSegment));
          });
        },
      ),
      { seed: SEED, numRuns: 30 },
    );
  });
});
