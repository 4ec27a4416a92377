/** @file One bit of what arrived is turned over in decode's memory. */
import { type FaultKind, untouched } from './fault.ts';

/** Which of the landed words, counted from the first, and which bit; drawn by default. */
export interface BitFlip {
  readonly kind: 'bit-flip';
  readonly word?: number | undefined;
  readonly bit?: number | undefined;
}

/** Turns over one bit of a landed word. */
export const bitFlip: FaultKind<BitFlip, 'memory'> = {
  kind: 'bit-flip',
  title: 'a bit of what arrived is turned over',
  seam: 'memory',
  classOf: () => 'bit-flip',
  plant: (view, settings, random) => {
    const { landed, edits } = view;
    const words = landed.reduce((sum, { bytes }) => sum + bytes / 4, 0);
    const word = settings.word ?? (words === 0 ? 0 : Math.floor(random.unit() * words));
    const bit = settings.bit ?? random.below(32);
    let before = word;
    for (const { decodeRank, offset, bytes } of landed) {
      if (before < bytes / 4) {
        const at = offset + before * 4;
        return {
          result: { landed, edits: [...edits, { decodeRank, offset: at, xor: (1 << bit) >>> 0 }] },
          did: `bit ${bit} of the word at byte ${at} of decode rank ${decodeRank} is turned over`,
        };
      }
      before -= bytes / 4;
    }
    return untouched(view);
  },
};
