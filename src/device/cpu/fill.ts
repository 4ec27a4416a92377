/** @file Twin of shaders/fill.wgsl. */
import type { RowPattern } from '../device.ts';

/** Fills `words` with rows of the pattern, the first row starting at word 0; the last may be cut short. */
export function fill(words: Uint32Array, pattern: RowPattern): void {
  const rowWords = pattern.rowBytes / 4;
  const headWords = pattern.headBytes / 4;
  words.fill(pattern.headWord, 0, headWords);
  words.fill(pattern.tailWord, headWords, rowWords);
  // What is filled is whole rows, so copying it behind itself doubles it.
  for (let filled = rowWords; filled < words.length; filled *= 2) words.copyWithin(filled, 0, filled);
}
