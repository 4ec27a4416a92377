/** @file A launch line as it must have been meant: abbreviated flags in full, and slips of which there is one reading put right. What is not certain stays as it is written. */
import { readArguments } from './arguments.ts';
import { type LaunchFound, roleOf } from './launch.ts';

/** The launch with those words in the place of the written ones; the same object where there is nothing to put right. */
export function respelled(found: LaunchFound): LaunchFound {
  const { meant } = readArguments(found);
  if (meant.size === 0) return found;
  const words = found.words.map((word) => ({ ...word, text: meant.get(word) ?? word.text }));
  return { ...found, words, role: roleOf(words) };
}
