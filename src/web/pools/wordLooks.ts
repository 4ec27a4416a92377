/** @file How words look by what became of them: a colour of the style sheet, and a letter so that none rests on colour alone. */
import type { WordState } from '../engine/rowProtocol.ts';

/** A look, and the state in words. */
export interface WordLook {
  /** Custom property of the style sheet. */
  readonly color: string;
  /** None on words that are as they should be. */
  readonly letter: string;
  readonly title: string;
}

/** By state. */
export const WORD_LOOKS: Readonly<Record<WordState, WordLook>> = {
  right: { color: '--good', letter: '', title: 'right' },
  wrong: { color: '--word-wrong', letter: 'w', title: 'wrong: something else stands here' },
  missing: { color: '--word-missing', letter: 'm', title: 'missing: nothing came' },
  touched: { color: '--word-touched', letter: 't', title: 'touched: nobody should have written here' },
  untouched: { color: '--none', letter: '', title: 'untouched, as it should be' },
};
