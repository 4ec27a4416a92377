/** @file A row of decode's memory as it is after the hand-off, word by word. */
import type { StageRequest } from './stageRequest.ts';

/** What becomes of words, as accounting counts them, from the best to the worst. */
export const WORD_STATES = ['untouched', 'right', 'touched', 'missing', 'wrong'] as const;
/** What became of a word. */
export type WordState = (typeof WORD_STATES)[number];

/** A row of a decode rank: bytes from the rank's base, and length; multiples of 4. */
export interface RowRequest extends StageRequest {
  readonly rank: number;
  readonly offset: number;
  readonly bytes: number;
}

/** All rows of some components of a decode rank. */
export interface RowStatesRequest extends StageRequest {
  readonly rank: number;
  readonly components: readonly string[];
}

/** What became of the rows of an area. */
export interface AreaRowStates {
  readonly area: number;
  /** By row, an index of `WORD_STATES`: the worst of its words. */
  readonly states: Uint8Array;
}

/** A word with its number: the value is made of it. */
export interface NumberedWord {
  readonly number: number;
  readonly side: 'prefill' | 'decode';
  /** `0x…` */
  readonly address: string;
  /** Where that is, by name. */
  readonly place: string;
}

/** Consecutive words that fared alike, and whose contents come from consecutive words. */
export interface WordStretch {
  /** First word of the row, and how many. */
  readonly from: number;
  readonly words: number;
  readonly state: WordState;
  /** What stands there, and what should, in a sentence. */
  readonly text: string;
  /** The word that the first one holds; null where it holds none of this run. The others hold those that follow. */
  readonly held: NumberedWord | null;
  /** The word that the first one should hold; null where that is decode’s own reset, or nobody has it. */
  readonly due: NumberedWord | null;
}

/** A row, looked at. */
export interface RowWords {
  readonly rank: number;
  readonly offset: number;
  /** Values that stand there, and that should; 0 in `due` where nobody has what should. */
  readonly held: Uint32Array;
  readonly due: Uint32Array;
  /** They cover the row, in order. */
  readonly stretches: readonly WordStretch[];
  /** How a value is made of a number. */
  readonly formula: string;
}
