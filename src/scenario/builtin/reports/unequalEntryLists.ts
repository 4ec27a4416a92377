/** @file State lists of unequal length, paired entry by entry. */
import { PROMPT, type ReportScenario, SMALL } from '../reportScenario.ts';

/** State lists of unequal length, paired entry by entry. */
export const unequalEntryLists: ReportScenario = {
  class: 'geometry',
  report: 'B1',
  source: 'sgl-project/sglang#24888',
  caughtBy: 'transfer-failed, and KV words of other layers',
  scenario: {
    name: 'unequal-entry-lists',
    title: 'Decode’s state list has one C4 layer more, and its KV list two entries',
    description:
      'Pairing by position holds only for lists of the same layers. Here a window-only layer of prefill is a C4 layer on decode: the KV pages behind it land in the wrong layers without a word, then the slicing of the state list finds a length that it does not expect and raises.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: { ...SMALL, target: { compressRatios: [0, 4, 4, 128, 4, 128] } },
    requests: [{ length: PROMPT }],
    expect: { status: 'TRANSFER_ERROR', findings: ['transfer-failed'] },
    fixed: { decode: { target: { compressRatios: [0, 0, 4, 128, 4, 128] } }, expect: { status: 'PASS' } },
  },
};
