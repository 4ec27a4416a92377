/** @file How words, and rows by the worst of their words, look by what became of them: a colour of the style sheet, strokes and a letter, so that none rests on colour alone. */
import { WORD_STATES, type WordState } from '../engine/rowProtocol.ts';

/** What a mark can say of rows: the worst of their words or, of nodes whose words are not read back, no more than that there is damage. */
export const MARK_STATES = [...WORD_STATES, 'damaged'] as const;
/** One of them. */
export type MarkState = WordState | 'damaged';

/** A look, and the state in words. */
export interface WordLook {
  /** Custom property of the style sheet. */
  readonly color: string;
  /** None on words that are as they should be. */
  readonly letter: string;
  /** Which way strokes run across it. */
  readonly strokes: 'none' | 'level' | 'rising' | 'falling' | 'crossed';
  readonly title: string;
}

/** By state. The style sheet draws the same strokes on swatches. */
export const WORD_LOOKS: Readonly<Record<MarkState, WordLook>> = {
  right: { color: '--good', letter: '', strokes: 'none', title: 'right' },
  wrong: { color: '--word-wrong', letter: 'w', strokes: 'crossed', title: 'wrong: something else stands here' },
  missing: { color: '--word-missing', letter: 'm', strokes: 'level', title: 'missing: nothing came' },
  touched: { color: '--word-touched', letter: 't', strokes: 'rising', title: 'touched: nobody should have written here' },
  untouched: { color: '--none', letter: '', strokes: 'none', title: 'untouched, as it should be' },
  damaged: { color: '--word-damaged', letter: '!', strokes: 'falling', title: 'damaged: some words are wrong, missing or touched' },
};

/** States that are damage, from the mildest to the worst, as `WORD_STATES` has them. */
export const DAMAGE_STATES = ['touched', 'missing', 'wrong'] as const;
