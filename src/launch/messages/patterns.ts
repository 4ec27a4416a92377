/** @file Which words are looked for: those of the catalogue, other wordings of the same messages, and Python's own words where only their surroundings make them one of these. */
import { CATALOGUE, isSimulated } from '../../checks/catalogue.ts';
import { type CatalogueEntry, matchWords } from '../../checks/entry.ts';
import { type Template, templateOf } from './template.ts';

/** Another wording of an entry's message: another backend or version, or the name of the exception where it has no words. */
const OTHER_WORDINGS: readonly { readonly id: string; readonly words: string }[] = [
  { id: 'state-index-length', words: '{type} state index length mismatch: src={prefill}, dst={decode}' },
  { id: 'ratio-unknown-unified', words: 'KeyError: {ratio}' },
  { id: 'bare-assertion', words: '\nAssertionError\n' },
];

/** Words that Python, or other parts of the engine, say of other things as well. */
const COMMON_WORDS: ReadonlySet<string> = new Set([
  'draft-token-count-missing',
  'ratio-unknown-unified',
  'bare-assertion',
  'size-of-zero',
  'no-request-slots',
  'kv-dtype-unsupported',
  'entry-missing-on-decode',
]);

/** What must stand near such words for them to count. */
const SURROUNDINGS = /disaggregation|mem_cache|deepseek_?v4|DSV4/i;

/** Whether words of this entry, found behind this text, are said of these pools and of this hand-off. */
export function isMeant(id: string, surroundings: string): boolean {
  return !COMMON_WORDS.has(id) || SURROUNDINGS.test(surroundings);
}

/** All templates. */
export const TEMPLATES: readonly Template[] = [
  ...CATALOGUE.filter((entry) => entry.said !== null && !isInstance(entry)).flatMap(({ id, words, example }) => templateOf(id, words, example) ?? []),
  ...OTHER_WORDINGS.flatMap(({ id, words }) => templateOf(id, words, CATALOGUE.find((entry) => entry.id === id)?.example ?? {}) ?? []),
];

/** Whether a check's words are those of a message that has an entry of its own, for particular values: the message is the better answer. */
function isInstance(entry: CatalogueEntry): boolean {
  return isSimulated(entry) && CATALOGUE.some((other) => !isSimulated(other) && other.said !== null && matchWords(other.words, entry.words) !== null);
}
