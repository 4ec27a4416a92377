/** What should arrive, by hand: units, rows, resets, prefixes, unequal rings, senders that have nothing. Tensors start at multiples of 4,096 B, so the first words are numbers 1,024 apart. */
import { describe, expect, it } from 'vitest';
import { type ExpectedRequest, type ExpectedStretch, expectArrivals, underlay } from '../../src/verify/expectation.ts';
import { pagesLane, placement, poolOf, rankOf, reset, ringLane, tensor } from './support.ts';

const P = 100_000;
const D = 200_000;

function request(tokens: number, prefill: ExpectedRequest['prefill'], decode: ExpectedRequest['decode'], prefixTokens = 0): ExpectedRequest {
  return { tokens, prefixTokens, prefill, decode };
}

/** Offset, bytes, what, request, positions: a line a stretch. */
function lines(found: ReturnType<typeof expectArrivals>): string[] {
  return found.stretches.map(({ offset, bytes, expect: wanted, request: whose, position, toPosition, lack }) => {
    const what = wanted.kind === 'stamped' ? `P+${wanted.firstNumber - P}` : wanted.kind === 'filled' ? `reset phase ${wanted.phaseBytes}` : wanted.kind;
    return `${offset}+${bytes} ${what} r${whose} ${position}-${toPosition}${lack === undefined ? '' : ` ${lack}`}`;
  });
}

describe('pages', () => {
  /** Pages of 4 positions, 8 bytes each. */
  const rank = (firstNumber: number, layers = [0]) => {
    const tensors = layers.map((layer) => tensor(`t${layer}`, 'plain', layer, 6, 32));
    return rankOf(
      poolOf(
        tensors,
        tensors.map((over) => pagesLane(over, 4, 8)),
      ),
      firstNumber,
    );
  };

  it('are expected whole, page by page, from the page that holds the same positions', () => {
    const found = expectArrivals(rank(D), [rank(P)], [request(10, placement(1, [3, 1, 5]), placement(2, [2, 4, 1]))]);
    // Decode's pages 1, 2, 4 hold logical pages 2, 0, 1, which are prefill's 5, 3, 1: 8 words a page.
    expect(lines(found)).toEqual(['32+32 P+40 r0 8-10', '64+32 P+24 r0 0-4', '128+32 P+8 r0 4-8']);
    expect(found.contestedBytes).toBe(0);
  });

  it('that decode holds already are not expected', () => {
    const found = expectArrivals(rank(D), [rank(P)], [request(10, placement(1, [3, 1, 5]), placement(2, [2, 4, 1]), 8)]);
    expect(lines(found)).toEqual(['32+32 P+40 r0 8-10']);
  });

  it('that decode has none of cannot arrive', () => {
    const found = expectArrivals(rank(D), [rank(P)], [request(10, placement(1, [3, 1, 5]), placement(2, [0, 4, 0]))]);
    expect(lines(found)).toEqual(['128+32 P+8 r0 4-8']);
  });

  it('that prefill has none of are supplied by nobody', () => {
    const found = expectArrivals(rank(D), [rank(P)], [request(8, placement(1, [0, 1]), placement(2, [2, 4]))]);
    expect(lines(found)).toEqual(['64+32 unsupplied r0 0-4 place', '128+32 P+8 r0 4-8']);
  });

  it('of a layer that no sender has are supplied by nobody', () => {
    const found = expectArrivals(rank(D, [0, 7]), [rank(P)], [request(4, placement(1, [1]), placement(2, [2]))]);
    expect(lines(found)).toEqual(['64+32 P+8 r0 0-4', '4160+32 unsupplied r0 0-4 lane']);
  });

  it('come from the rank that has the layer, where prefill is a pipeline', () => {
    const found = expectArrivals(rank(D, [0, 7]), [rank(P, [7]), rank(P + 5_000, [0])], [request(4, placement(1, [1]), placement(2, [2]))]);
    expect(lines(found)).toEqual(['64+32 P+5008 r0 0-4', '4160+32 P+8 r0 0-4']);
  });

  it('that two requests claim are contested, and the first keeps them', () => {
    const found = expectArrivals(rank(D), [rank(P)], [request(4, placement(1, [1]), placement(2, [2])), request(4, placement(2, [3]), placement(3, [2]))]);
    expect(lines(found)).toEqual(['64+32 P+8 r0 0-4']);
    expect(found.contestedBytes).toBe(32);
  });
});

describe('pages of unequal sizes', () => {
  const rank = (firstNumber: number, pageTokens: number, rowBytes: number) => {
    const over = tensor('t', 'plain', 0, 8, pageTokens * rowBytes);
    return rankOf(poolOf([over], [pagesLane(over, pageTokens, rowBytes)]), firstNumber);
  };

  it('are expected row by row, each from the row of its position', () => {
    const found = expectArrivals(rank(D, 4, 8), [rank(P, 2, 8)], [request(4, placement(1, [3, 1], 2), placement(2, [2]))]);
    // Decode's page 2 starts at byte 64; positions 0, 1 are in prefill's page 3 (words 12, 14), 2, 3 in its page 1 (words 4, 6).
    expect(lines(found)).toEqual(['64+8 P+12 r0 0-1', '72+8 P+14 r0 1-2', '80+8 P+4 r0 2-3', '88+8 P+6 r0 3-4']);
  });

  it('on one node, the allocator’s and the pool’s: kernels divide the location by the pool’s, so that rows lie elsewhere and nothing moves as a unit', () => {
    const found = expectArrivals(rank(D, 2, 8), [rank(P, 4, 8)], [request(6, placement(1, [1, 3]), placement(2, [2, 1]))]);
    // Decode allocates pages of 4 tokens: positions 0 to 3 are locations 8 to 11, in its pool's pages 4 and 5; positions 4, 5 are locations 4, 5, in page 2.
    expect(lines(found)).toEqual(['32+8 P+24 r0 4-5', '40+8 P+26 r0 5-6', '64+8 P+8 r0 0-1', '72+8 P+10 r0 1-2', '80+8 P+12 r0 2-3', '88+8 P+14 r0 3-4']);
  });

  it('with rows of other widths are supplied by nobody', () => {
    const found = expectArrivals(rank(D, 4, 8), [rank(P, 4, 4)], [request(2, placement(1, [1]), placement(2, [1]))]);
    expect(lines(found)).toEqual(['32+8 unsupplied r0 0-1 width', '40+8 unsupplied r0 1-2 width']);
  });
});

describe('rings', () => {
  const rank = (firstNumber: number, ringRows: number) => {
    const over = tensor('ring', 'unified', 0, 4 * ringRows, 8);
    return rankOf(poolOf([over], [ringLane(over, ringRows, 3, 4)]), firstNumber);
  };

  it('of unequal sizes pair row by position', () => {
    const found = expectArrivals(rank(D, 5), [rank(P, 4)], [request(7, placement(2, []), placement(1, []))]);
    // Positions 4, 5, 6: decode's rows 5 + (4, 0, 1), prefill's 8 + (0, 1, 2); two words a row.
    expect(lines(found)).toEqual(['40+8 P+18 r0 5-6', '48+8 P+20 r0 6-7', '72+8 P+16 r0 4-5']);
  });

  it('need no more than the prompt has', () => {
    const found = expectArrivals(rank(D, 5), [rank(P, 5)], [request(1, placement(2, []), placement(1, []))]);
    expect(lines(found)).toEqual(['40+8 P+20 r0 0-1']);
  });
});

describe('resets', () => {
  const over = tensor('state', 'attn_state', 0, 8, 16);
  const rank = (firstNumber: number) =>
    rankOf(
      poolOf([over], [ringLane(over, 4, 2, 2)], (slot) => [reset(over, slot * 64, 64)]),
      firstNumber,
    );

  it('stand where nothing arrives, cut at rows that data covers', () => {
    const found = expectArrivals(rank(D), [rank(P)], [request(3, placement(0, []), placement(1, []))]);
    // Slot 1's ring is bytes 64 to 128; positions 1, 2 arrive in its rows 1, 2.
    expect(lines(found)).toEqual(['64+16 reset phase 0 r0 -1--1', '80+16 P+4 r0 1-2', '96+16 P+8 r0 2-3', '112+16 reset phase 0 r0 -1--1']);
  });
});

describe('many stretches', () => {
  it('over nothing are kept as they are, however many there are', () => {
    const over = Array.from({ length: 300_000 }, (_, i): ExpectedStretch => {
      return { offset: 8 * i, bytes: 4, expect: { kind: 'unsupplied' }, request: 0, lane: null, position: i, toPosition: i + 1 };
    });
    expect(underlay(over, [])).toHaveLength(over.length);
  });
});
