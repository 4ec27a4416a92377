/** @file What a segment should hold, as the one question that accounting asks: where is the next word that is not as expected? */
import { narrowStamp, type StampWidth, stampWord } from '../../core/stampCode.ts';
import type { RowPattern, Segment } from '../device.ts';

/** First index in [from, to) whose word is not as expected, else `to`. Indices count words of the arena. */
export type NextBad = (from: number, to: number) => number;

/**
 * The question for one segment.
 * @param words the whole arena
 * @param ownFirstNumber number of the arena's word 0
 */
export function nextBadOf(words: Uint32Array, segment: Segment, ownFirstNumber: number, width: StampWidth): NextBad {
  const start = segment.offset / 4;
  const { expect } = segment;
  switch (expect.kind) {
    case 'untouched':
      return stamped(words, ownFirstNumber, width);
    case 'stamped':
      return stamped(words, expect.firstNumber - start, width);
    case 'filled':
      return filled(words, expect.pattern, start - expect.phaseBytes / 4);
    case 'unsupplied':
      return (from) => from;
  }
}

/** Word i should have number `base + i`; `base` may be negative, since a segment need not start at word 0. */
function stamped(words: Uint32Array, base: number, width: StampWidth): NextBad {
  if (width === 'wide') {
    return (from, to) => {
      for (let i = from; i < to; i++) if (words[i] !== stampWord(base + i, width)) return i;
      return to;
    };
  }
  return (from, to) => {
    // 32-bit integers throughout: this loop is the cost of accounting on the CPU.
    for (let i = from, number = (base + from) | 0; i < to; i++, number = (number + 1) | 0) {
      if (words[i] !== narrowStamp(number)) return i;
    }
    return to;
  };
}

/** Rows of the pattern, one of which starts at word `rowStart`. */
function filled(words: Uint32Array, pattern: RowPattern, rowStart: number): NextBad {
  const rowWords = pattern.rowBytes / 4;
  const headWords = pattern.headBytes / 4;
  const { headWord, tailWord } = pattern;
  return (from, to) => {
    for (let i = from, column = (from - rowStart) % rowWords; i < to; i++) {
      if (words[i] !== (column < headWords ? headWord : tailWord)) return i;
      column = column + 1 === rowWords ? 0 : column + 1;
    }
    return to;
  };
}
