/**
 * @file Where every word of decode's memory ended: one of five classes, and their sums.
 */
import type { SegmentCounts } from '../device/device.ts';
import type { TracedSegment } from './segments.ts';

/**
 * Words by class. `right`, `wrong` and `missing` are words where something should have arrived (a sender's word, or decode's own reset); `missing` ones still hold
 * the poison. `touched` and `untouched` are words that nobody should have written.
 */
export interface WordCounts {
  readonly total: number;
  readonly right: number;
  readonly wrong: number;
  readonly missing: number;
  readonly touched: number;
  readonly untouched: number;
}

/** The zero of `addCounts`. */
export const NO_WORDS: WordCounts = { total: 0, right: 0, wrong: 0, missing: 0, touched: 0, untouched: 0 };

/** Class by class. */
export function addCounts(a: WordCounts, b: WordCounts): WordCounts {
  return {
    total: a.total + b.total,
    right: a.right + b.right,
    wrong: a.wrong + b.wrong,
    missing: a.missing + b.missing,
    touched: a.touched + b.touched,
    untouched: a.untouched + b.untouched,
  };
}

/** The classes of one segment's words, from what the device counted. */
export function classify(traced: TracedSegment, bad: number, missing: number): WordCounts {
  const total = traced.segment.bytes / 4;
  if (traced.segment.expect.kind === 'untouched') return { ...NO_WORDS, total, touched: bad, untouched: total - bad };
  return { ...NO_WORDS, total, right: total - bad, wrong: bad - missing, missing };
}

/** Sums the segments' words under the name `nameOf` gives each. */
export function sumCounts(segments: readonly TracedSegment[], counts: SegmentCounts, nameOf: (traced: TracedSegment) => string): Map<string, WordCounts> {
  const sums = new Map<string, WordCounts>();
  segments.forEach((traced, index) => {
    const name = nameOf(traced);
    sums.set(name, addCounts(sums.get(name) ?? NO_WORDS, classify(traced, counts.bad[index] ?? 0, counts.missing[index] ?? 0)));
  });
  return sums;
}
