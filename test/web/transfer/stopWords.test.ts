/** The player stops at the first damage, and says of it what the counts beside it say. */
import { describe, expect, it } from 'vitest';
import { NO_WORDS } from '../../../src/verify/wordCounts.ts';
import { stopWords } from '../../../src/web/transfer/stopWords.ts';

const state = (blocks: number, words: Partial<typeof NO_WORDS>) => ({ blocks, words: { ...NO_WORDS, ...words } });

describe('the player', () => {
  it('calls nothing wrong that is only touched', () => {
    expect(stopWords(state(0, {}), state(2, { touched: 16_384 }))).toBe(
      'Stopped: the first damage has just landed: 16,384 words touched that nobody should have written.',
    );
    expect(stopWords(state(0, {}), state(2, { wrong: 1, touched: 3 }))).toBe(
      'Stopped: the first damage has just landed: 1 word wrong, 3 words touched that nobody should have written.',
    );
  });

  it('tells what is missing once nothing more is waited for', () => {
    expect(stopWords(state(40, {}), state(40, { missing: 531_200, wrong: 262_144 }))).toBe(
      'Stopped: decode waits for no more words, and not all of them are right: 262,144 words wrong, 531,200 words missing.',
    );
  });

  it('goes on where nothing is damaged, and where something was before', () => {
    expect(stopWords(state(0, {}), state(2, { right: 5 }))).toBeNull();
    expect(stopWords(state(2, { wrong: 1 }), state(3, { wrong: 2 }))).toBeNull();
  });
});
