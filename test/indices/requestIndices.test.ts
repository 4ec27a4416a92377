import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { c128StateIndices } from '../../src/indices/c128State.ts';
import { kvToPageIndices, locationsFromPages, locationsFromRuns } from '../../src/indices/pageList.ts';
import { type IndexGeometry, requestIndices } from '../../src/indices/requestIndices.ts';
import { reqPosToStateRow, swaLocToStateRow } from '../../src/indices/stateRows.ts';
import { swaPages } from '../../src/indices/swa.ts';
import { swaRingRows } from '../../src/indices/swaRing.ts';
import { PagedAllocator } from '../../src/pools/allocators/pagedAllocator.ts';
import { allocateRequestPages } from '../../src/pools/allocators/requestPages.ts';
import { SwaMapping, swaTailLen } from '../../src/pools/allocators/swaMapping.ts';

const SEED = { seed: 20260824, verbose: true };
const PAGE = 256;
const WINDOW = 128;
/** SWA locations equal full locations: enough where only counts matter. */
const IDENTITY = { at: (location: number) => location };
const BOUNDARIES = [1, 2, 127, 128, 129, 255, 256, 257, 300, 383, 384, 385, 400, 511, 512, 513, 639, 640, 641, 1000, 1024, 8192, 16384, 1_000_000];

const PAGED: IndexGeometry = {
  mode: 'paged',
  pageSizeTokens: PAGE,
  windowTokens: WINDOW,
  unifiedRingRows: null,
  c128: { online: false, ringRows: 256 },
  c4StateIndex: 'swa-page',
};

/** Pages 1, 2, 3, ... for a request of `tokens` tokens. */
const ascending = (tokens: number) =>
  locationsFromPages(
    Array.from({ length: Math.ceil(tokens / PAGE) }, (_, i) => i + 1),
    PAGE,
    tokens,
  );
const lengths = (inputTokens: number, prefillEndTokens = inputTokens, decodePrefixTokens = 0) => ({ inputTokens, prefillEndTokens, decodePrefixTokens });

describe('token locations', () => {
  it('runs and page tables give the same pages as the locations written out', () => {
    const pages = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(pages, fc.constantFrom(1, 4, 16, 256), fc.double({ min: 0, max: 1, noNaN: true }), (table, pageSize, fill) => {
        const last = 1 + Math.floor(fill * (pageSize - 1));
        const tokens = (table.length - 1) * pageSize + last;
        const written = Array.from({ length: tokens }, (_, i) => (table[Math.floor(i / pageSize)] as number) * pageSize + (i % pageSize));
        const byPage = locationsFromPages(table, pageSize, tokens);
        const byRun = locationsFromRuns(table.map((page, i) => [page * pageSize, i === table.length - 1 ? last : pageSize] as const));
        expect(byRun.tokens).toBe(tokens);
        expect(written.map((_, i) => byPage.at(i))).toEqual(written);
        expect(written.map((_, i) => byRun.at(i))).toEqual(written);
        expect([...kvToPageIndices(written, pageSize)]).toEqual(table);
      }),
      SEED,
    );
  });

  it('say so when a position lies outside the request', () => {
    expect(() => locationsFromRuns([[256, 10]]).at(10)).toThrow(RangeError);
    expect(() => locationsFromPages([1], PAGE, PAGE).at(PAGE)).toThrow(RangeError);
  });
});

describe('swa', () => {
  it.each(BOUNDARIES)('%i tokens: one page or two, by the closed form', (tokens) => {
    const rest = tokens % PAGE;
    const expected = tokens <= PAGE || rest === 0 || rest >= WINDOW ? 1 : 2;
    const pages = swaPages(ascending(tokens), IDENTITY, tokens, { windowTokens: WINDOW, pageSizeTokens: PAGE, prefixTokens: 0 });
    expect(pages).toHaveLength(expected);
    expect(pages.at(-1)).toBe(Math.ceil(tokens / PAGE));
  });

  it('starts at the decode prefix where that lies in the window', () => {
    const window = { windowTokens: WINDOW, pageSizeTokens: PAGE, prefixTokens: 256 };
    expect([...swaPages(ascending(300), IDENTITY, 300, window)]).toEqual([2]);
    expect([...swaPages(ascending(300), IDENTITY, 300, { ...window, prefixTokens: 0 })]).toEqual([1, 2]);
  });

  it('shows an unmapped page as the null page', () => {
    expect([...swaPages(ascending(300), { at: () => 0 }, 300, { windowTokens: WINDOW, pageSizeTokens: PAGE, prefixTokens: 0 })]).toEqual([0, 0]);
  });
});

describe('swa_ring', () => {
  it("stays in the slot's ring, on distinct rows, in at most two runs", () => {
    const ring = fc.record({
      slot: fc.nat(300),
      tokens: fc.integer({ min: 0, max: 1_000_000 }),
      window: fc.integer({ min: 1, max: 256 }),
      extra: fc.nat(8),
    });
    fc.assert(
      fc.property(ring, ({ slot, tokens, window, extra }) => {
        const ringRows = window + extra;
        const rows = [...swaRingRows(slot, tokens, window, ringRows)];
        expect(rows).toHaveLength(Math.min(window, tokens));
        expect(new Set(rows).size).toBe(rows.length);
        expect(rows.every((row) => row >= slot * ringRows && row < (slot + 1) * ringRows)).toBe(true);
        expect(rows.filter((row, i) => i > 0 && row !== (rows[i - 1] as number) + 1).length).toBeLessThanOrEqual(1);
      }),
      SEED,
    );
  });

  it('wraps as in the worked example: 300 tokens, slot 2, ring 131', () => {
    const rows = [...swaRingRows(2, 300, 128, 131)];
    expect([rows[0], rows[89], rows[90], rows[127]]).toEqual([303, 392, 262, 299]);
  });
});

describe('c128_state', () => {
  it.each(BOUNDARIES)('%i tokens: none on a block, else one page of the ring of the slot', (tokens) => {
    const pages = [...c128StateIndices(7, tokens, { online: false, ringRows: 256 })];
    expect(pages).toEqual(tokens % 128 === 0 ? [] : [7 * 2 + (Math.floor(tokens / 128) % 2)]);
    expect([...c128StateIndices(7, tokens, { online: true, ringRows: 1 })]).toEqual(tokens % 128 === 0 ? [] : [7]);
  });

  it('looks at the ring only where it needs it', () => {
    expect(() => c128StateIndices(1, 5, { online: false, ringRows: 100 })).toThrow('C128 ring_size must be 128-aligned, got 100');
    expect(c128StateIndices(1, 128, { online: false, ringRows: 100 })).toHaveLength(0);
  });
});

describe('requestIndices', () => {
  it('P counts what it has computed, D the whole input; C128 counts the input on both', () => {
    const place = { slot: 3, locations: ascending(600), mapping: IDENTITY };
    const onP = requestIndices('prefill', PAGED, lengths(600, 500, 256), place);
    const onD = requestIndices('decode', PAGED, lengths(600, 500, 256), place);
    expect([[...onP.kvPages], [...onP.fullKvPages], [...onP.states.swa]]).toEqual([[2], [1, 2], [2]]);
    expect([[...onD.kvPages], [...onD.fullKvPages], [...onD.states.swa]]).toEqual([
      [2, 3],
      [1, 2, 3],
      [2, 3],
    ]);
    expect(onP.states.c128_state).toEqual(onD.states.c128_state);
    expect(onP.states.swa_ring).toBeNull();
  });

  it('a prefill end past the input counts as the input', () => {
    const place = { slot: 1, locations: ascending(301), mapping: IDENTITY };
    expect(requestIndices('prefill', PAGED, lengths(300, 301), place)).toEqual(requestIndices('prefill', PAGED, lengths(300), place));
  });

  it('unified mode addresses C4 state by slot or by SWA page, as configured; paged mode always by page', () => {
    const place = { slot: 9, locations: ascending(400), mapping: IDENTITY };
    const unified = { ...PAGED, mode: 'unified', unifiedRingRows: 131 } as const;
    const swaOf = (geometry: IndexGeometry) => [...requestIndices('decode', geometry, lengths(400), place).states.swa];
    expect(swaOf({ ...unified, c4StateIndex: 'slot' })).toEqual([9]);
    expect(swaOf(unified)).toEqual([2]);
    expect(swaOf({ ...PAGED, c4StateIndex: 'slot' })).toEqual([2]);
    expect(requestIndices('decode', unified, lengths(400), place).states.swa_ring).toHaveLength(128);
  });

  it('an empty request has empty lists', () => {
    const none = requestIndices('prefill', { ...PAGED, unifiedRingRows: 131 }, lengths(0), { slot: 1, locations: ascending(0), mapping: IDENTITY });
    expect([none.kvPages, none.fullKvPages, none.states.swa, none.states.swa_ring, none.states.c128_state].map((list) => list?.length)).toEqual([
      0, 0, 0, 0, 0,
    ]);
  });
});

describe('worked example of the engine notes (section 10.1): 300 tokens, ring 256', () => {
  it.each([
    ['prefill', 2, [3, 1], [2, 1], 4],
    ['decode', 4, [2, 3], [1, 2], 8],
  ] as const)('%s', (side, slot, fullPages, swaIds, c128Page) => {
    const node = {
      full: new PagedAllocator('full', 4, 'poolTokens'),
      swa: new PagedAllocator('SWA', 2, 'swaRatio'),
      mapping: new SwaMapping('shared', 1024, PAGE),
    };
    const pages = allocateRequestPages(node, { tokens: 300, swaTailTokens: swaTailLen(300, WINDOW, PAGE, false), fullPages, swaPages: swaIds });
    const place = { slot, locations: locationsFromPages(pages.fullPages, PAGE, 300), mapping: node.mapping };
    const lists = requestIndices(side, PAGED, lengths(300), place);
    expect([...lists.kvPages]).toEqual(fullPages);
    expect([...lists.states.swa]).toEqual(swaIds);
    expect([...lists.states.c128_state]).toEqual([c128Page]);
  });
});

describe('state rows', () => {
  it("an SWA page's tokens share one ring, whole: moving item p moves rows [p*ring, (p+1)*ring)", () => {
    const rows = Array.from({ length: PAGE }, (_, offset) => swaLocToStateRow(3 * PAGE + offset, 16, PAGE));
    expect(new Set(rows)).toEqual(new Set(Array.from({ length: 16 }, (_, i) => 48 + i)));
    expect(swaLocToStateRow(-1, 16, PAGE)).toBe(-1);
  });

  it("a position's row lies in the C128 page that is sent for it", () => {
    for (const tokens of BOUNDARIES.filter((n) => n % 128 !== 0)) {
      const [page] = c128StateIndices(5, tokens, { online: false, ringRows: 256 });
      expect(Math.floor(reqPosToStateRow(5, tokens - 1, 256) / 128)).toBe(page);
    }
  });
});
