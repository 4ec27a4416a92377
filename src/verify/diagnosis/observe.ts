/** @file One bad span, read: where it is, what should be there, and what is there instead and where that came from. */
import type { BadSpan, RowPattern } from '../../device/device.ts';
import { type Area, areaAt } from '../areas.ts';
import type { ExpectedStretch } from '../expectation.ts';
import { expectedWord } from '../expectedWord.ts';
import type { TracedSegment } from '../segments.ts';
import type { Holders, Holding } from './holders.ts';
import type { SeenSegment } from './look.ts';
import type { AccountedPiece, Scene, SceneRank } from './scene.ts';

/** A place by name. */
export interface Spot {
  readonly rank: SceneRank;
  /** Byte of the rank's address space. */
  readonly offset: number;
  readonly area: Area;
  /** Who holds it; null = nobody of this hand-off. */
  readonly holding: Holding | null;
  /** Bytes of the units that the area is cut into. */
  readonly unitBytes: number;
  /** How often prefill had computed contents when the word was written; 0 = as laid out. */
  readonly generation: number;
}

/** What stands where something else should. */
export type Content =
  /** The word's own number: nothing was written. */
  | { readonly kind: 'poison' }
  /** Words of this run, from another place. */
  | { readonly kind: 'words'; readonly number: number; readonly spot: Spot }
  /** Decode's own reset pattern. */
  | { readonly kind: 'reset' }
  /** The right word, but for so many bits. */
  | { readonly kind: 'flipped'; readonly bits: number }
  | { readonly kind: 'zeros' }
  /** A value that no word of this run ever held. */
  | { readonly kind: 'unknown'; readonly value: number };

/** One bad span. */
export interface Observation {
  /** As accounted: nothing came; something else is there; nobody should have written. */
  readonly state: 'missing' | 'wrong' | 'touched';
  readonly bytes: number;
  readonly at: Spot;
  readonly stretch: ExpectedStretch | null;
  readonly expects: 'untouched' | 'stamped' | 'filled' | 'unsupplied';
  /** Number and place of the first expected word; null unless a sender's word is expected. */
  readonly expected: { readonly number: number; readonly spot: Spot } | null;
  readonly content: Content;
  /** Whether what lies before, and after, is right: then these are the ends of the damage, and not only of a span or of what was looked into. */
  readonly startsInside: boolean;
  readonly endsInside: boolean;
}

/** Words that differ in no more bits than this are flipped: two unlike words do so once in a million. */
const MOST_FLIPPED_BITS = 3;

/** With more numbers given out than this, more than one value in 64 is some word's. */
const MOST_NUMBERS_FOR_ONE_WORD = 2 ** 26;

/** Reads bad spans. */
export class Observer {
  readonly #scene: Scene;
  readonly #holders: { readonly prefill: Holders; readonly decode: Holders };
  /** First words of decode's resets: what a reset at the wrong time or place leaves. */
  readonly #resetWords: ReadonlySet<number>;

  constructor(scene: Scene, holders: { readonly prefill: Holders; readonly decode: Holders }) {
    this.#scene = scene;
    this.#holders = holders;
    const patterns = scene.decode.flatMap(({ pools }) => pools.flatMap((pool) => scene.requests.flatMap(({ decode }) => pool.resets(decode.slot))));
    this.#resetWords = new Set(patterns.flatMap(({ headWord, tailWord }) => [headWord >>> 0, tailWord >>> 0]));
  }

  /** All bad spans of a segment that was looked into. */
  observeAll(seen: SeenSegment): Observation[] {
    return seen.spans.map((span, place) => this.#observe(seen, span, place));
  }

  #observe({ piece, index, traced, spans, complete }: SeenSegment, span: BadSpan, place: number): Observation {
    const { rank } = piece;
    const { segment, stretch } = traced;
    const offset = piece.windowOffset + span.offset;
    const byteInSegment = span.offset - segment.offset;
    const ownNumber = rank.firstNumber + offset / 4;
    const at = this.spotIn(rank, traced.area, offset);
    const expects = segment.expect.kind;
    const right = expectedWord(segment, byteInSegment, ownNumber, this.#scene.width);
    const content = this.#contentOf(span, right, ownNumber, expects === 'filled' ? segment.expect.pattern : null);
    const expected = segment.expect.kind === 'stamped' ? this.#spotOf(segment.expect.firstNumber + byteInSegment / 4) : null;
    const state = expects === 'untouched' ? 'touched' : content.kind === 'poison' ? 'missing' : 'wrong';
    const [before, after] = [spans[place - 1], spans[place + 1]];
    const end = span.offset + span.bytes;
    // Bad words may go on in the next span; past the last one that was read, nobody knows.
    const follows = before !== undefined && before.offset + before.bytes === span.offset;
    const goesOn = after === undefined ? !complete : after.offset === end;
    const startsInside = byteInSegment > 0 ? !follows : isRightNeighbour(piece, traced, index - 1);
    const endsInside = end < segment.offset + segment.bytes ? !goesOn : isRightNeighbour(piece, traced, index + 1);
    return { state, bytes: span.bytes, at, stretch, expects, expected, content, startsInside, endsInside };
  }

  /** The place at an offset of a rank, in a known area. */
  spotIn(rank: SceneRank, area: Area, offset: number, generation = 0): Spot {
    const holders = this.#holders[rank.side];
    return { rank, offset, area, holding: holders.holderAt(rank, area, offset), unitBytes: holders.unitBytes(rank, area), generation };
  }

  #contentOf(span: BadSpan, right: number | null, ownNumber: number, pattern: RowPattern | null): Content {
    const value = (span.firstValues[0] ?? 0) >>> 0;
    const isSingle = span.bytes === 4;
    if (isSingle && right !== null && bitCount(value ^ right) <= MOST_FLIPPED_BITS) return { kind: 'flipped', bits: bitCount(value ^ right) };
    const number = this.#numberOf(span, ownNumber);
    if (number === ownNumber) return { kind: 'poison' };
    const found = number === null ? null : this.#spotOf(number);
    if (found !== null) return { kind: 'words', ...found };
    if (pattern === null && this.#resetWords.has(value)) return { kind: 'reset' };
    return value === 0 ? { kind: 'zeros' } : { kind: 'unknown', value };
  }

  /**
   * The number of a span's first word. A single word proves little: with wide stamps it cannot be inverted alone, and where the run has many words, any value is one's by chance.
   * It can still be held against its own number.
   */
  #numberOf(span: BadSpan, ownNumber: number): number | null {
    const { numbering, width } = this.#scene;
    const isChance = span.bytes === 4 && numbering.total > MOST_NUMBERS_FOR_ONE_WORD;
    const number = isChance ? null : numbering.numberOf(span.firstValues);
    if (number !== null || (width === 'narrow' && !isChance)) return number;
    return numbering.valueOf(ownNumber) === (span.firstValues[0] ?? 0) >>> 0 ? ownNumber : null;
  }

  #spotOf(number: number): { number: number; spot: Spot } | null {
    const origin = this.#scene.numbering.originOf(number);
    if (origin === null) return null;
    const rank = this.#scene[origin.rank.side][origin.rank.index];
    const area = rank === undefined ? null : areaAt(rank.areas, origin.offset);
    if (rank === undefined || area === null) return null;
    const times = this.#scene.numbering.ranks.filter(({ side, index }) => side === rank.side && index === rank.index);
    return { number, spot: this.spotIn(rank, area, origin.offset, times.indexOf(origin.rank)) };
  }
}

/** True when the segment at `index` is cut from the same stretch, and all of it is right. */
function isRightNeighbour({ segments, counts }: AccountedPiece, { stretch }: TracedSegment, index: number): boolean {
  return stretch !== null && segments[index]?.stretch === stretch && counts.bad[index] === 0;
}

function bitCount(value: number): number {
  let bits = 0;
  for (let rest = value >>> 0; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}
