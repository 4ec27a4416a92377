/** @file Online C128 state left over from the last owner of a slot. */
import { PROMPT, type ReportScenario, SMALL } from '../reportScenario.ts';

/** A prompt of whole blocks sends no state, so only the reset protects it. */
export const onlineSlotReuse: ReportScenario = {
  class: 'derived',
  report: null,
  source: 'worked out from the sources: decode clears the slot before it publishes its indices',
  caughtBy: 'words where decode’s reset should stand',
  scenario: {
    name: 'c128-online-slot-reuse',
    title: 'A slot is handed out again without resetting its online C128 row',
    description:
      'Z ended at 300 tokens, 44 into a block. A has 1,024 tokens, whole blocks, so nothing is sent for its slot: row 7 of every C128 layer, 6,144 B each, still holds Z’s 44 tokens, and the first compressed entry after the hand-off (position 1,151) is wrong. Offline, the next 128 rows are all written before they are read; a reset that is left out still shows here, as memory that is not what decode should have made of it.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, onlineCompress: true },
    decode: { ...SMALL, slots: 7, onlineCompress: true },
    requests: [
      { length: 300, decode: { slot: 7 } },
      { length: 1024, prefill: { slot: 2 }, decode: { slot: 7 } },
    ],
    schedule: [
      { step: 'admit', request: 0 },
      { step: 'send', request: 0 },
      { step: 'commit', request: 0 },
      { step: 'free', request: 0 },
      { step: 'admit', request: 1 },
      { step: 'send', request: 1 },
      { step: 'commit', request: 1 },
    ],
    faults: [{ kind: 'slot-not-reset', request: 1 }],
    expect: { status: 'SILENT_CORRUPTION', bytes: { 'target/c128_state': { wrong: 12_288, missing: 0 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};

/** A prompt with a rest sends its row, which covers what was there. */
export const onlineSlotReuseSent: ReportScenario = {
  class: 'control',
  report: null,
  source: 'variant of c128-online-slot-reuse',
  caughtBy: 'nothing: it must pass',
  scenario: {
    name: 'c128-online-slot-reuse-sent',
    title: 'The same without a reset, where the transfer writes the row',
    description: '1,030 tokens end six into a block: the row arrives over Z’s.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, onlineCompress: true },
    decode: { ...SMALL, slots: 7, onlineCompress: true },
    requests: [
      { length: 300, decode: { slot: 7 } },
      { length: PROMPT, prefill: { slot: 2 }, decode: { slot: 7 } },
    ],
    schedule: [
      { step: 'admit', request: 0 },
      { step: 'send', request: 0 },
      { step: 'commit', request: 0 },
      { step: 'free', request: 0 },
      { step: 'admit', request: 1 },
      { step: 'send', request: 1 },
      { step: 'commit', request: 1 },
    ],
    faults: [{ kind: 'slot-not-reset', request: 1 }],
    expect: { status: 'PASS' },
  },
};
