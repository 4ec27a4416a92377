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
        expect(wrongReads(positions, decodeRows)).toEqual({ misread: [], outside: [] });
      }),
      { seed: SEED },
    );
  });

  it('counted with the peer’s size go wrong once they wrap', () => {
    const before = ringPositions({ windowTokens: 128, prefillRows: 128, decodeRows: 131, tokens: 128, listedRows: 128 });
    expect(wrongReads(before, 131)).toEqual({ misread: [], outside: [] });
    const after = ringPositions({ windowTokens: 128, prefillRows: 128, decodeRows: 131, tokens: 300, listedRows: 128 });
    expect(wrongReads(after, 131).misread.length).toBeGreaterThan(0);
  });

  it('longer than the receiver’s land in the ring of another slot', () => {
    const positions = ringPositions({ windowTokens: 16, prefillRows: 24, decodeRows: 16, tokens: 24, listedRows: 24 });
    expect(wrongReads(positions, 16).outside).toEqual([16, 17, 18, 19, 20, 21, 22, 23]);
  });

  it('say which position each row holds', () => {
    const positions = ringPositions({ windowTokens: 3, prefillRows: 4, decodeRows: 4, tokens: 6, listedRows: 4 });
    expect([...rowsOf(positions, 4, 'from')]).toEqual([4, 5, -1, 3]);
  });
});
