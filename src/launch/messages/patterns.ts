/** @file Which words are looked for: those of the catalogue, other wordings of the same messages, and Python's own words where only their surroundings make them one of these. */
import { CATALOGUE, isSimulated } from '../../checks/catalogue.ts';
import { type CatalogueEntry, fillWords } from '../../checks/entry.ts';
import { anchorOf, matchTemplate, type Template, templateOf } from './template.ts';

/** Another wording of an entry's message: another backend or version, or the name of the exception where it has no words. */
const OTHER_WORDINGS: readonly { readonly id: string; readonly words: string }[] = [
  { id: 'state-index-length', words: '{type} state index length mismatch: src={prefill}, dst={decode}' },
  { id: 'argument-number', words: "argument {flag}: invalid float value: '{value}'" },
  { id: 'ratio-unknown-unified', words: '\nKeyError: {ratio}' },
  { id: 'bare-assertion', words: '\nAssertionError\n' },
  { id: 'size-of-zero', words: 'integer division or modulo by zero' },
  { id: 'size-of-zero', words: 'integer modulo by zero' },
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

const OF_MESSAGES = CATALOGUE.filter((entry) => entry.said !== null && !isSimulated(entry)).flatMap(entryTemplate);

/**
 * All templates. Where a check's words are those of a message that has an entry of its own, for particular values, the message is the better answer, and the check has none.
 */
export const TEMPLATES: readonly Template[] = [
  ...CATALOGUE.filter((entry) => entry.said !== null && isSimulated(entry) && !isOfMessage(entry)).flatMap(entryTemplate),
  ...OF_MESSAGES,
  ...OTHER_WORDINGS.flatMap(({ id, words }) => templateOf(id, words, CATALOGUE.find((entry) => entry.id === id)?.example ?? {}) ?? []),
];

function entryTemplate({ id, words, example }: CatalogueEntry): Template[] {
  const template = templateOf(id, words, example);
  return template === null ? [] : [template];
}

function isOfMessage({ words, example }: CatalogueEntry): boolean {
  const said = fillWords(words, example);
  return OF_MESSAGES.some((template) => {
    const at = said.indexOf(anchorOf(template));
    const match = at < 0 ? null : matchTemplate(said, at, template);
    return match !== null && match.start === 0 && match.end === said.length;
  });
}
