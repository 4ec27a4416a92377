/** @file The known message that a text is most like, for a text in which none was found. */
import { CATALOGUE } from '../../checks/catalogue.ts';
import { maskText } from '../mask.ts';

/** A message that was perhaps meant. */
export interface NearMessage {
  readonly id: string;
  readonly words: string;
  /** The line that is like it, masked. */
  readonly line: string;
}

/** Lines that are compared: the first and the last of a text, which say most. */
const MOST_LINES = 200;
const LONGEST_LINE = 500;
/** At least so much of a message's words, weighed by how rare they are, must stand in the line. */
const LEAST_SHARE = 0.5;

const ENTRIES = CATALOGUE.filter(({ said, words }) => said !== null && words.length > 0).map(({ id, words }) => ({
  id,
  words,
  parts: partsOf(words.replace(/\{\w+\}/g, ' ')),
}));
/** In how many messages a word stands. */
const FREQUENCY = new Map<string, number>();
for (const { parts } of ENTRIES) for (const part of parts) FREQUENCY.set(part, (FREQUENCY.get(part) ?? 0) + 1);

/** The likeliest message, or null where none shares half of its words with a line. */
export function nearestMessage(text: string): NearMessage | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const looked = lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES / 2), ...lines.slice(-MOST_LINES / 2)];
  let best: NearMessage | null = null;
  let bestShare = LEAST_SHARE;
  for (const line of looked) {
    const present = partsOf(line.slice(0, LONGEST_LINE));
    for (const { id, words, parts } of ENTRIES) {
      const share = weight([...parts].filter((part) => present.has(part))) / weight(parts);
      if (share >= bestShare && share > 0) {
        if (share === bestShare && best !== null) continue;
        [best, bestShare] = [{ id, words, line: maskText(line.trim().slice(0, LONGEST_LINE)) }, share];
      }
    }
  }
  return best;
}

function partsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[a-z][a-z_]+/g) ?? []);
}

function weight(parts: Iterable<string>): number {
  let sum = 0;
  for (const part of parts) sum += 1 / (FREQUENCY.get(part) ?? 1);
  return sum;
}
