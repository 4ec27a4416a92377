/** Rings: with lists that count rightly, every position is where decode reads it, whatever the sizes; with the peer's size it is not. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ringPositions, rowsOf, wrongReads } from '../../../src/web/transfer/rings.ts';

const SEED = 20260902;
const size = fc.integer({ min: 1, max: 200 });

describe('rings', () => {
  it('of any two sizes agree, as long as each holds the window and each list counts with its own', () => {
    fc.assert(
      fc.property(size, size, size, fc.integer({ min: 1, max: 2000 }), (windowTokens, morePrefill, moreDecode, tokens) => {
        const [prefillRows, decodeRows] = [windowTokens + morePrefill - 1, windowTokens + moreDecode - 1];
        const positions = ringPositions({ windowTokens, prefillRows, decodeRows, tokens, listedRows: decodeRows });
        expect(positions).toHaveLength(Math.min(windowTokens, tokens));
        expect(wrongReads(positions, { prefillRows, decodeRows })).toEqual({ misread: [], overwritten: [], outside: [] });
      }),
      { seed: SEED },
    );
  });

  it('counted with the peer’s size go wrong once they wrap', () => {
    const before = ringPositions({ windowTokens: 128, prefillRows: 128, decodeRows: 131, tokens: 128, listedRows: 128 });
    expect(wrongReads(before, { prefillRows: 128, decodeRows: 131 })).toEqual({ misread: [], overwritten: [], outside: [] });
    const after = ringPositions({ windowTokens: 128, prefillRows: 128, decodeRows: 131, tokens: 300, listedRows: 128 });
    expect(wrongReads(after, { prefillRows: 128, decodeRows: 131 }).misread.length).toBeGreaterThan(0);
  });

  it('longer than the receiver’s land in the ring of another slot', () => {
    const positions = ringPositions({ windowTokens: 16, prefillRows: 24, decodeRows: 16, tokens: 24, listedRows: 24 });
    expect(wrongReads(positions, { prefillRows: 24, decodeRows: 16 }).outside).toEqual([16, 17, 18, 19, 20, 21, 22, 23]);
  });

  it('shorter than the window on prefill have lost positions before they are sent', () => {
    const sizes = { prefillRows: 8, decodeRows: 19 };
    const positions = ringPositions({ windowTokens: 16, ...sizes, tokens: 40, listedRows: 19 });
    // Rows 0 to 7 hold 32 to 39; 24 to 31 were there before.
    const lost = [24, 25, 26, 27, 28, 29, 30, 31];
    expect(wrongReads(positions, sizes)).toEqual({ misread: lost, overwritten: lost, outside: [] });
  });

  it('say which position each row holds', () => {
    const positions = ringPositions({ windowTokens: 3, prefillRows: 4, decodeRows: 4, tokens: 6, listedRows: 4 });
    expect([...rowsOf(positions, 4, 'from')]).toEqual([4, 5, -1, 3]);
  });
});
