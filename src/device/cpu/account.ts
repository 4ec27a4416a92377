/** @file Twin of shaders/differ.wgsl and shaders/account.wgsl. */
import { type StampWidth, stampWord } from '../../core/stampCode.ts';
import type { Segment, SegmentCounts } from '../device.ts';
import { nextBadOf } from './expectation.ts';

/** Counts, for each segment, the words that are not as expected, and those of them that still hold their own number. */
export function account(words: Uint32Array, ownFirstNumber: number, width: StampWidth, segments: readonly Segment[]): SegmentCounts {
  const bad = new Float64Array(segments.length);
  const missing = new Float64Array(segments.length);
  segments.forEach((segment, index) => {
    const end = (segment.offset + segment.bytes) / 4;
    const nextBad = nextBadOf(words, segment, ownFirstNumber, width);
    let badWords = 0;
    let missingWords = 0;
    for (let i = nextBad(segment.offset / 4, end); i < end; i = nextBad(i + 1, end)) {
      badWords += 1;
      if (words[i] === stampWord(ownFirstNumber + i, width)) missingWords += 1;
    }
    bad[index] = badWords;
    missing[index] = missingWords;
  });
  return { bad, missing };
}
