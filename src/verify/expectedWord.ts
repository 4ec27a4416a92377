/**
 * @file What one word should hold: the definition that kernels are held to, used by the self-test and by whoever explains a single word.
 */
import { type StampWidth, stampWord } from '../core/stampCode.ts';
import type { Segment } from '../device/device.ts';

/**
 * @param byteInSegment multiple of 4, from the segment's start
 * @param ownNumber the number the word was poisoned with
 * @returns the expected 32-bit value; null where something should be that no sender has
 */
export function expectedWord(segment: Segment, byteInSegment: number, ownNumber: number, width: StampWidth): number | null {
  const { expect } = segment;
  switch (expect.kind) {
    case 'untouched':
      return stampWord(ownNumber, width);
    case 'stamped':
      return stampWord(expect.firstNumber + byteInSegment / 4, width);
    case 'filled': {
      const { rowBytes, headBytes, headWord, tailWord } = expect.pattern;
      return ((expect.phaseBytes + byteInSegment) % rowBytes < headBytes ? headWord : tailWord) >>> 0;
    }
    case 'unsupplied':
      return null;
  }
}

/** How a word is counted: `bad` = not as expected, `missing` = bad and still the poison. Untouched words that are bad are never missing. */
export function judgeWord(segment: Segment, byteInSegment: number, ownNumber: number, width: StampWidth, actual: number): { bad: boolean; missing: boolean } {
  const bad = expectedWord(segment, byteInSegment, ownNumber, width) !== actual;
  return { bad, missing: bad && actual === stampWord(ownNumber, width) };
}
