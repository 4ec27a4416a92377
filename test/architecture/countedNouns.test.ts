/** Counts with their nouns go through one helper, `counted`, so that one item is not told as `1 items`. */
import { expect, it } from 'vitest';
import { counted } from '../../src/core/units.ts';
import { readSources } from './sources.ts';

const NOUNS =
  'blocks|calls|components|copies|descriptors|entries|findings|items|layers|metadata buffers|pages|points|positions|ranks|regions|requests|rows|runs|slots|steps|stories|stretches|tensors|tokens|words';

/** A number printed by hand before a noun in the plural: `${formatInteger(x)} items`, `{formatInteger(x)} items` of a component, `${list.length} items`. */
const BY_HAND = new RegExp(`\\{(?:formatInteger\\([^{}]*\\)|[\\w.]+\\.length)\\}(?:\\{' '\\})? (?:more )?(?:KV |full |state )?(?:${NOUNS})\\b`, 'g');

/** Numbers that are never one, or stand beside a branch for one; and words of the engine, which are as they are. */
const NEVER_ONE: readonly (readonly [file: string, text: string])[] = [
  ['cli/benchResume.ts', '{formatInteger(count)} points'],
  ['cli/catalogueText.ts', '{entries.length} entries'],
  ['cli/checkText.ts', '{formatInteger(preallocSlots)} slots'],
  ['cli/runText.ts', '{ranks.length} ranks'],
  ['cli/runText.ts', '{formatInteger(words.right)} words'],
  ['plan/layerPairs.ts', '{srcLayerIds.length} entries'],
  ['plan/layerPairs.ts', '{dstLayerIds.length} entries'],
  ['sweep/aboveCeiling.ts', '{above.length} points'],
  ['web/lessons/course/twoItemLengths.ts', '{formatInteger(words?.right ?? 0)} words'],
  ['web/pools/picture.ts', '{formatInteger(perMark)} rows'],
  ['web/reports/comparedSentence.ts', '{formatInteger(regressions)} points'],
  ['web/transfer/stepList.tsx', '{lines.length} steps'],
];

it('no plural is written behind a number by hand', () => {
  const found = readSources().flatMap(({ path, text }) => [...text.matchAll(BY_HAND)].map(([hit]) => `${path}: ${hit}`));
  const allowed = NEVER_ONE.map(([file, text]) => `${file}: ${text}`);
  expect(found.filter((hit) => !allowed.includes(hit))).toEqual([]);
  // What is no longer there is not to be allowed either.
  expect(allowed.filter((hit) => !found.includes(hit))).toEqual([]);
});

it('the helper knows one from many, and nouns with plurals of their own', () => {
  expect([counted(1, 'item'), counted(2, 'item'), counted(0, 'item'), counted(1, 'entry', 'entries'), counted(4053, 'entry', 'entries')]).toEqual([
    '1 item',
    '2 items',
    '0 items',
    '1 entry',
    '4,053 entries',
  ]);
});
