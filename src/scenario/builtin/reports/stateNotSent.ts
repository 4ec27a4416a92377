/** @file State components registered on both nodes and never sent. */
import { PROMPT, type ReportScenario } from '../reportScenario.ts';

/** A dispatch with a silent default: KV arrives, no state does. */
export const stateNotSent: ReportScenario = {
  class: 'transfer',
  report: 'B27',
  source: 'sgl-project/sglang#24878',
  caughtBy: 'words that are missing while the engine says Success',
  scenario: {
    name: 'state-not-sent',
    title: 'Mooncake passes over the state list and reports success: KV and metadata arrive, no state does',
    description:
      'All KV pages arrive (476,160 B), none of the 2,124,800 B of window pages and C4 state nor of the 1,048,576 B of C128 state. C128 counts as wrong, not missing: decode has reset the slot, so what stands there is its own reset and no longer what was there before. One of four tensor-parallel ranks; all do the same.',
    model: 'dsv4-mini',
    prefill: { poolTokens: 4096, swaRatio: 0.5, slots: 8 },
    decode: { poolTokens: 4096, swaRatio: 0.5, slots: 8, preallocSlots: 0 },
    requests: [
      {
        length: PROMPT,
        prefill: { slot: 3, fullPages: [5, 6, 7, 8, 9], swaPages: [2, 3] },
        decode: { slot: 5, fullPages: [11, 12, 13, 14, 15], swaPages: [6, 7] },
      },
    ],
    faults: [
      { kind: 'component-dropped', component: 0 },
      { kind: 'component-dropped', component: 1 },
    ],
    expect: {
      status: 'SILENT_CORRUPTION',
      findings: ['not-arrived'],
      bytes: {
        'target/c4_kv': { right: 374_400, wrong: 0 },
        'target/c4_indexer': { right: 84_480, wrong: 0 },
        'target/c128_kv': { right: 17_280, wrong: 0 },
        'target/swa': { right: 0, missing: 1_797_120 },
        'target/c4_state': { right: 0, missing: 262_144 },
        'target/c4_indexer_state': { right: 0, missing: 65_536 },
        'target/c128_state': { wrong: 1_048_576 },
      },
    },
    fixed: { faults: [], expect: { status: 'PASS', bytes: { 'target/swa': { right: 1_797_120, missing: 0 } } } },
  },
};
