/**
 * @file One sequence of numbers for every 32-bit word of both nodes. A rank's words are numbered along its address space, gaps included, so that a word's
 * number is its rank's first number plus offset / 4, and a number leads straight back to rank, offset, tensor and row.
 */
import { NARROW_LIMIT, narrowNumber, type StampWidth, stampWord, widePairNumber } from '../core/stampCode.ts';
import { alignUp } from '../core/units.ts';
import type { AddressSpace } from '../memory/addressSpace.ts';

/** A rank as far as its words are concerned. */
export interface NumberedRank {
  readonly side: 'prefill' | 'decode';
  /** Position in its node's list of ranks. */
  readonly index: number;
  readonly space: AddressSpace;
  readonly firstNumber: number;
}

/** Where a number comes from. */
export interface Origin {
  readonly rank: NumberedRank;
  /** Byte offset in the rank's address space. */
  readonly offset: number;
}

/** The numbers of a run. */
export interface Numbering {
  readonly width: StampWidth;
  readonly ranks: readonly NumberedRank[];
  /** Numbers given out, gaps between ranks included. */
  readonly total: number;
  /** First number of a rank. */
  firstNumber(side: 'prefill' | 'decode', index: number): number;
  /** The value of the word with this number. */
  valueOf(number: number): number;
  /** The rank and offset that a number was given to; null for numbers nobody has. */
  originOf(number: number): Origin | null;
  /** The number behind a word's value, read with the word that follows it (wide stamps come in pairs: both alignments are tried); null when no word of this run has that value. */
  numberOf(values: readonly number[]): number | null;
}

/** Numbers start above 0, whose stamp is 0 and would look like a fresh buffer, and every rank starts at a multiple of this (pairs and vec4 stay aligned). */
const NUMBER_ALIGN = 1024;

/** What a rank asks for: replicas of the same content (tensor-parallel ranks of a prefill stage) share a `content` key, and so their numbers. */
export interface NumberingRequest {
  readonly side: 'prefill' | 'decode';
  readonly index: number;
  readonly space: AddressSpace;
  readonly content: string;
}

/**
 * Gives every rank its numbers, in the order asked.
 * @param forceWidth overrides the choice, for tests of wide stamps on little memory
 */
export function numberRanks(requests: readonly NumberingRequest[], forceWidth?: StampWidth): Numbering {
  const firstOfContent = new Map<string, number>();
  const ranks: NumberedRank[] = [];
  let next = NUMBER_ALIGN;
  for (const { side, index, space, content } of requests) {
    let first = firstOfContent.get(content);
    if (first === undefined) {
      first = next;
      firstOfContent.set(content, first);
      next = alignUp(next + space.bytes / 4, NUMBER_ALIGN);
    }
    ranks.push({ side, index, space, firstNumber: first });
  }
  const width = forceWidth ?? (next <= NARROW_LIMIT ? 'narrow' : 'wide');
  const byFirst = [...ranks].sort((a, b) => a.firstNumber - b.firstNumber);
  const originOf = (number: number): Origin | null => {
    for (const rank of byFirst) {
      const offset = (number - rank.firstNumber) * 4;
      if (offset >= 0 && offset < rank.space.bytes) return { rank, offset };
    }
    return null;
  };
  return {
    width,
    ranks,
    total: next,
    valueOf: (number) => stampWord(number, width),
    originOf,
    firstNumber: (side, index) => {
      const found = ranks.find((rank) => rank.side === side && rank.index === index);
      if (found === undefined) throw new RangeError(`no ${side} rank ${index} was numbered`);
      return found.firstNumber;
    },
    numberOf: (values) => {
      const number = width === 'narrow' ? narrowNumber(values[0] ?? 0) : wideNumber(values, next);
      return number !== null && originOf(number) !== null ? number : null;
    },
  };
}

/** Wide stamps: the span's first word is either the even or the odd word of its pair; only the true alignment inverts to a number that was given out. */
function wideNumber(values: readonly number[], limit: number): number | null {
  const [first, second, third] = values;
  if (first === undefined || second === undefined) return null;
  const even = widePairNumber(first, second);
  if (even * 2n < BigInt(limit)) return Number(even) * 2;
  if (third === undefined) return null;
  const odd = widePairNumber(second, third);
  return odd * 2n < BigInt(limit) ? Number(odd) * 2 - 1 : null;
}
