/**
 * @file Twin of shaders/badSpans.wgsl: which bad words belong together.
 *
 * Two neighbours are *linked* when both are bad, in one segment, both or neither missing, and their values go together: numbers up by one, or
 * alike. (In wide mode a number needs two words, so there any values go together.) A bad word starts a span unless it is linked to its
 * predecessor in the way that its predecessor is linked to its own, where it is. The rule looks back two words and no further, so that a
 * device may start anywhere, on all chunks at once.
 */
import { narrowNumber, type StampWidth, stampWord } from '../../core/stampCode.ts';
import type { BadSpan, Segment } from '../device.ts';
import { nextBadOf } from './expectation.ts';

/** How many values of a span are kept: two pairs, one of which is whole wherever the span starts. */
export const FIRST_VALUES = 4;

/** How a bad word goes together with the word before it. The WGSL twin has the same numbers. */
export const LINK = { none: 0, ascending: 1, alike: 2, adjacent: 3 } as const;
type Link = (typeof LINK)[keyof typeof LINK];

/** The link that two neighbouring values make, both bad, in one segment, both or neither missing. */
function linkOf(before: number, value: number, width: StampWidth): Link {
  if (width === 'wide') return LINK.adjacent;
  if (before === value) return LINK.alike;
  return (narrowNumber(before) + 1) >>> 0 === narrowNumber(value) ? LINK.ascending : LINK.none;
}

/** The first `limit` spans in address order, and of each segment at most the first `perSegment`. */
export function badSpans(
  words: Uint32Array,
  ownFirstNumber: number,
  width: StampWidth,
  segments: readonly Segment[],
  limit: number,
  perSegment = limit,
): BadSpan[] {
  const spans: BadSpan[] = [];
  for (const [index, segment] of segments.entries()) {
    const end = (segment.offset + segment.bytes) / 4;
    const nextBad = nextBadOf(words, segment, ownFirstNumber, width);
    const enough = Math.min(limit, spans.length + perSegment);
    let start = -1;
    let before = -2;
    let beforeMissing = false;
    let beforeLink: Link = LINK.none;
    const finish = () => {
      if (start < 0) return;
      const firstValues = [...words.subarray(start, Math.min(before + 1, start + FIRST_VALUES))];
      spans.push({ segment: index, offset: start * 4, bytes: (before + 1 - start) * 4, firstValues });
    };
    for (let i = nextBad(segment.offset / 4, end); i < end; i = nextBad(i + 1, end)) {
      const value = words[i] as number;
      const missing = value === stampWord(ownFirstNumber + i, width);
      const link = before === i - 1 && missing === beforeMissing ? linkOf(words[before] as number, value, width) : LINK.none;
      if (link === LINK.none || (beforeLink !== LINK.none && beforeLink !== link)) {
        finish();
        start = -1;
        if (spans.length >= enough) break;
        start = i;
      }
      before = i;
      beforeMissing = missing;
      beforeLink = link;
    }
    finish();
    if (spans.length >= limit) return spans;
  }
  return spans;
}
