/** @file Why the player stops by itself: at the first step after which words are not as they should be, told as the counts beside it tell them. */
import { counted } from '../../core/units.ts';
import type { StepState } from '../engine/transferProtocol.ts';

/** What of a state the stop depends on. */
type Seen = Pick<StepState, 'words' | 'blocks'>;

/** The sentence; null where the player goes on. @param before the state before `now`, as of an earlier step */
export function stopWords(before: Seen, now: Seen): string | null {
  if (damageText(before) !== '' || damageText(now) === '') return null;
  return now.blocks > before.blocks
    ? `Stopped: the first damage has just landed: ${damageText(now)}.`
    : `Stopped: decode waits for no more words, and not all of them are right: ${damageText(now)}.`;
}

/** `512 words wrong, 16,384 touched that nobody should have written`; empty where there is none. */
function damageText({ words: { wrong, missing, touched } }: Seen): string {
  const parts = [
    { count: wrong, what: 'wrong' },
    { count: missing, what: 'missing' },
    { count: touched, what: 'touched that nobody should have written' },
  ];
  return parts.flatMap(({ count, what }) => (count === 0 ? [] : [`${counted(count, 'word')} ${what}`])).join(', ');
}
