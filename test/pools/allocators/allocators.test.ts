import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SimError } from '../../../src/core/errors.ts';
import { randomStream } from '../../../src/core/random.ts';
import { PagedAllocator } from '../../../src/pools/allocators/pagedAllocator.ts';
import { allocateRequestPages, freeRequestPages, type RequestPages } from '../../../src/pools/allocators/requestPages.ts';
import { SlotAllocator } from '../../../src/pools/allocators/slotAllocator.ts';
import { SwaMapping, swaTailLen } from '../../../src/pools/allocators/swaMapping.ts';

const SEED = { seed: 20260825, verbose: true };
const PAGE = 256;

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(SimError);
    return (error as SimError).message;
  }
  return 'no error';
}

describe('SlotAllocator', () => {
  it('gives out slots from 1, the freed one last, never the padding row', () => {
    const slots = new SlotAllocator(4);
    expect([slots.take(), slots.take()]).toEqual([1, 2]);
    slots.free(1);
    expect([slots.take(), slots.take()]).toEqual([3, 1]);
    expect(messageOf(() => slots.take())).toBe(
      'not enough request slots are free (asked 1, available 0, in all 3). Raise maxRequests, or send fewer or shorter requests.',
    );
  });

  it('honours a chosen slot, if it is there to be had', () => {
    const slots = new SlotAllocator(4);
    expect(slots.take(2)).toBe(2);
    expect([slots.take(), slots.take()]).toEqual([1, 3]);
    expect(messageOf(() => slots.take(2, { path: 'requests[1].slot' }))).toContain('requests[1].slot: request slot 2 is taken');
    expect(messageOf(() => slots.take(0))).toContain('request slot 0 does not exist');
    expect(messageOf(() => slots.take(4))).toContain('request slot 4 does not exist');
  });

  it('has none where there is only the padding row', () => {
    expect(new SlotAllocator(1).available).toBe(0);
    expect(new SlotAllocator(0).available).toBe(0);
  });
});

describe('PagedAllocator', () => {
  it('in order, and freed pages first, ascending', () => {
    const pages = new PagedAllocator('full', 6, 'poolTokens');
    const taken = pages.take(4);
    expect(taken).toEqual([1, 2, 3, 4]);
    pages.free([3, 1]);
    expect(pages.take(3)).toEqual([1, 3, 5]);
  });

  it('never gives page 0 or a page twice, whatever is taken and freed; all come back', () => {
    const moves = fc.array(fc.record({ take: fc.boolean(), count: fc.nat(12) }), { maxLength: 40 });
    fc.assert(
      fc.property(moves, fc.double({ min: 0, max: 1, noNaN: true }), (steps, share) => {
        const pages = new PagedAllocator('full', 40, 'poolTokens', { share, random: randomStream(1, 'test') });
        const held: number[][] = [];
        for (const { take, count } of steps) {
          if (!take) {
            const back = held.shift();
            if (back !== undefined) pages.free(back);
          } else if (count <= pages.available) held.push(pages.take(count));
          else expect(() => pages.take(count)).toThrow(SimError);
          const ids = held.flat();
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids.every((id) => id >= 1 && id <= 40)).toBe(true);
          expect(pages.available).toBe(40 - ids.length);
        }
        for (const ids of held) pages.free(ids);
        expect(pages.take(40).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
      }),
      SEED,
    );
  });

  it('says what was asked and what is there, and takes nothing', () => {
    const pages = new PagedAllocator('SWA', 3, 'swaRatio');
    expect(messageOf(() => pages.take(4, { path: 'requests[0]' }))).toBe(
      'requests[0]: not enough SWA pages are free (asked 4, available 3, in all 3). Raise swaRatio, or send fewer or shorter requests.',
    );
    expect(pages.available).toBe(3);
  });

  it.each([
    [[0], 'full page 0 does not exist'],
    [[7], 'full page 7 does not exist'],
    [[1.5], 'full page 1.5 does not exist'],
    [[2, 2], 'full page 2 is asked for twice'],
    [[5, 1], 'full page 1 is taken'],
  ])('refuses the chosen pages %j', (chosen, message) => {
    const pages = new PagedAllocator('full', 6, 'poolTokens');
    pages.take(1);
    expect(messageOf(() => pages.takeExactly(chosen))).toContain(message);
    expect(pages.available).toBe(5);
  });

  it('fragmentation is a matter of seed and share alone', () => {
    const order = (share: number, seed: number) => new PagedAllocator('full', 200, 'poolTokens', { share, random: randomStream(seed, 'pages') }).take(200);
    const inPlace = (ids: number[]) => ids.filter((id, i) => id === i + 1).length;
    expect(order(0, 1)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    expect(order(1, 1)).toEqual(order(1, 1));
    expect(order(1, 1)).not.toEqual(order(1, 2));
    expect(inPlace(order(1, 1))).toBeLessThan(10);
    expect(inPlace(order(0.5, 1))).toBeGreaterThan(60);
    expect(inPlace(order(0.5, 1))).toBeLessThan(140);
  });
});

describe('SwaMapping', () => {
  it('is the engine table: null 0, last -1, one page more than the pool', () => {
    const mapping = new SwaMapping('shared', 1024, PAGE);
    expect(mapping.size).toBe(1024 + PAGE + 1);
    expect([mapping.at(0), mapping.at(700), mapping.at(-1), mapping.at(mapping.size - 1)]).toEqual([0, 0, -1, -1]);
    expect(() => mapping.at(mapping.size)).toThrow(RangeError);
    expect(() => mapping.at(-2)).toThrow(RangeError);
  });

  it('agrees with the table written out, whatever is mapped and unmapped', () => {
    const runs = fc.array(
      fc.record({ page: fc.integer({ min: 1, max: 8 }), swa: fc.integer({ min: 1, max: 4 }), from: fc.nat(15), count: fc.integer({ min: 1, max: 40 }) }),
    );
    fc.assert(
      fc.property(runs, (writes) => {
        const mapping = new SwaMapping('shared', 128, 16);
        const table = new Array<number>(mapping.size).fill(0);
        table[mapping.size - 1] = -1;
        for (const { page, swa, from, count } of writes) {
          const first = page * 16 + from;
          const fits = Math.min(count, 9 * 16 - first);
          for (let touched = page; touched < Math.min(page + 4, 9); touched++) mapping.unmapPage(touched);
          table.fill(0, page * 16, Math.min(page + 4, 9) * 16);
          mapping.mapRun(first, swa * 16 + from, fits);
          for (let i = 0; i < fits; i++) table[first + i] = swa * 16 + from + i;
        }
        expect(table.map((_, location) => mapping.at(location))).toEqual(table);
      }),
      SEED,
    );
  });

  it('refuses a run whose offsets differ between the sides, and pages past its end', () => {
    expect(() => new SwaMapping('shared', 128, 16).mapRun(16, 17, 3)).toThrow('unlike offsets');
    expect(() => new SwaMapping('shared', 128, 16).mapPage(10, 1)).toThrow('full page 10');
  });
});

describe('swaTailLen', () => {
  it.each([1, 127, 128, 129, 255, 256, 257, 383, 384, 385, 1000, 1_000_000])('%i tokens: the window and less than a page before it', (tokens) => {
    const tail = swaTailLen(tokens, 128, PAGE, false);
    expect(tail).toBeGreaterThanOrEqual(Math.min(128, tokens));
    expect(tail).toBeLessThan(128 + PAGE);
    expect((tokens - tail) % PAGE).toBe(0);
    expect(swaTailLen(tokens, 128, PAGE, true)).toBeGreaterThanOrEqual(tail);
  });

  it('no window keeps everything', () => {
    expect([swaTailLen(5000, null, PAGE, false), swaTailLen(5000, 0, PAGE, true)]).toEqual([5000, 5000]);
  });
});

describe('request pages', () => {
  const allocators = (fullPages: number, swaPages: number) => ({
    full: new PagedAllocator('full', fullPages, 'poolTokens'),
    swa: new PagedAllocator('SWA', swaPages, 'swaRatio'),
    mapping: new SwaMapping('shared', fullPages * PAGE, PAGE),
  });

  it('SWA pages for the tail only, mapped as far as there are tokens', () => {
    const node = allocators(8, 4);
    const pages = allocateRequestPages(node, { tokens: 1000, swaTailTokens: 232 });
    expect(pages).toEqual({ fullPages: [1, 2, 3, 4], swaPages: [0, 0, 0, 1] });
    expect([767, 1024, 1255, 1256].map((location) => node.mapping.at(location))).toEqual([0, 256, 487, 0]);
    expect(node.mapping.swaPageOf(4)).toBe(1);
  });

  it('takes the pages its author chose', () => {
    const node = allocators(8, 4);
    const chosen = { fullPages: [3, 1], swaPages: [2, 1] };
    expect(allocateRequestPages(node, { tokens: 300, swaTailTokens: 300, ...chosen })).toEqual(chosen);
    expect([node.mapping.swaPageOf(3), node.mapping.swaPageOf(1)]).toEqual([2, 1]);
    expect(allocateRequestPages(node, { tokens: 300, swaTailTokens: 300 }).fullPages).toEqual([2, 4]);
  });

  it('is all or nothing', () => {
    const where = { path: 'requests[3]' };
    const node = allocators(8, 1);
    const refusals = [
      [{ tokens: 300, swaTailTokens: 300, where }, 'requests[3]: not enough SWA pages are free (asked 2, available 1, in all 1)'],
      [{ tokens: 3000, swaTailTokens: 184, where }, 'requests[3]: not enough full pages are free (asked 12, available 8, in all 8)'],
      [{ tokens: 256, swaTailTokens: 256, swaPages: [2], where }, 'requests[3].swaPages: SWA page 2 does not exist'],
      [
        { tokens: 256, swaTailTokens: 256, fullPages: [1, 2], where },
        'requests[3].fullPages: a request needs another number of full pages than are given (given 2, needed 1)',
      ],
    ] as const;
    for (const [demand, message] of refusals) {
      expect(messageOf(() => allocateRequestPages(node, demand))).toContain(message);
      expect([node.full.available, node.swa.available]).toEqual([8, 1]);
    }
  });

  it('gives everything back: no page is lost, nothing stays mapped', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1200 }), { maxLength: 20 }), (requests) => {
        const node = allocators(16, 6);
        const live: RequestPages[] = [];
        for (const tokens of requests) {
          try {
            live.push(allocateRequestPages(node, { tokens, swaTailTokens: swaTailLen(tokens, 128, PAGE, false) }));
          } catch (error) {
            expect(error).toBeInstanceOf(SimError);
            const oldest = live.shift();
            if (oldest !== undefined) freeRequestPages(node, oldest);
          }
          const swaHeld = live.flatMap(({ swaPages }) => swaPages.filter((page) => page !== 0));
          expect(new Set(swaHeld).size).toBe(swaHeld.length);
          expect(swaHeld.length + node.swa.available).toBe(6);
        }
        for (const pages of live) freeRequestPages(node, pages);
        expect([node.full.available, node.swa.available]).toEqual([16, 6]);
        for (let page = 0; page <= 16; page++) expect(node.mapping.swaPageOf(page)).toBe(0);
      }),
      SEED,
    );
  });
});
