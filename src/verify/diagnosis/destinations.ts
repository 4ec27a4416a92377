/** @file Where a sender's word belongs on a decode rank: the expectation read backwards. Made when first asked. */
import { groupBy } from '../../core/groupBy.ts';
import type { TracedSegment } from '../segments.ts';
import type { AccountedPiece, SceneRank } from './scene.ts';

/** A word's own place. */
export interface Destination {
  /** Byte of the decode rank's address space. */
  readonly offset: number;
  /** Whether anything is bad in the segment there. */
  readonly isBad: boolean;
}

type Expect = TracedSegment['segment']['expect'];

interface Stretch {
  readonly firstNumber: number;
  readonly words: number;
  readonly offset: number;
  readonly isBad: boolean;
}

/** Answers for all decode ranks. */
export class Destinations {
  readonly #piecesOf: ReadonlyMap<SceneRank, readonly AccountedPiece[]>;
  readonly #byRank = new Map<SceneRank, readonly Stretch[]>();

  constructor(pieces: readonly AccountedPiece[]) {
    this.#piecesOf = groupBy(pieces, ({ rank }) => rank);
  }

  /** Where this rank should hold the word with this number; null where it should not. */
  of(rank: SceneRank, number: number): Destination | null {
    const stretches = this.#stretchesOf(rank);
    let low = 0;
    let high = stretches.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((stretches[middle] as Stretch).firstNumber <= number) low = middle + 1;
      else high = middle;
    }
    const found = stretches[low - 1];
    if (found === undefined || number >= found.firstNumber + found.words) return null;
    return { offset: found.offset + (number - found.firstNumber) * 4, isBad: found.isBad };
  }

  /** Whether anything is bad in bytes [from, to) of a rank, to the precision of segments; null where nothing is to arrive there. */
  isHurtIn(rank: SceneRank, from: number, to: number): boolean | null {
    return this.#isBadIn(rank, from, to, ({ kind }) => kind !== 'untouched' && kind !== 'filled');
  }

  /** Whether memory in bytes [from, to) that nobody should have written is touched wherever there is any, to the precision of segments; null where there is none. */
  isTouchedIn(rank: SceneRank, from: number, to: number): boolean | null {
    const isClean = this.#isBadIn(
      rank,
      from,
      to,
      ({ kind }) => kind === 'untouched',
      (bad) => bad === 0,
    );
    return isClean === null ? null : !isClean;
  }

  /** Whether any of the segments of a kind in [from, to) has such a count; null without any. */
  #isBadIn(rank: SceneRank, from: number, to: number, isMeant: (expect: Expect) => boolean, isSo = (bad: number) => bad !== 0): boolean | null {
    let isNeeded = false;
    for (const { segments, counts, windowOffset } of this.#piecesOf.get(rank) ?? []) {
      let low = 0;
      let high = segments.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const { offset, bytes } = (segments[middle] as TracedSegment).segment;
        if (windowOffset + offset + bytes <= from) low = middle + 1;
        else high = middle;
      }
      for (let index = low; index < segments.length && windowOffset + (segments[index] as TracedSegment).segment.offset < to; index++) {
        if (!isMeant((segments[index] as TracedSegment).segment.expect)) continue;
        if (isSo(counts.bad[index] ?? 0)) return true;
        isNeeded = true;
      }
    }
    return isNeeded ? false : null;
  }

  #stretchesOf(rank: SceneRank): readonly Stretch[] {
    const known = this.#byRank.get(rank);
    if (known !== undefined) return known;
    const stretches: Stretch[] = [];
    for (const { segments, counts, windowOffset } of this.#piecesOf.get(rank) ?? []) {
      segments.forEach(({ segment: { offset, bytes, expect } }, index) => {
        if (expect.kind !== 'stamped') return;
        stretches.push({ firstNumber: expect.firstNumber, words: bytes / 4, offset: windowOffset + offset, isBad: counts.bad[index] !== 0 });
      });
    }
    stretches.sort((a, b) => a.firstNumber - b.firstNumber);
    this.#byRank.set(rank, stretches);
    return stretches;
  }
}
