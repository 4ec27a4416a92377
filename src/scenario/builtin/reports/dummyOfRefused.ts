/** @file A refused request is handed over as a dummy of one token. */
import { PROMPT, type ReportScenario, SMALL } from '../reportScenario.ts';

/** A refused request is handed over as a dummy of one token. */
export const dummyOfRefused: ReportScenario = {
  class: 'lifecycle',
  report: 'B43',
  source: 'sgl-project/sglang#30233',
  caughtBy: 'list-cut, and KV words that are missing',
  scenario: {
    name: 'dummy-of-refused',
    title: 'Prefill refuses a long prompt and hands a one-token dummy over in its place',
    description: 'Decode has room for all five pages, gets one, is told that all is well, and goes on from what the others held.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, swaRatio: 0.9 },
    decode: SMALL,
    requests: [{ length: PROMPT, prefillEnd: 1 }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['not-arrived'], bytes: { 'target/c4_kv': { right: 74_880, missing: 299_520 } } },
    fixed: { requests: [{ length: PROMPT }], expect: { status: 'PASS' } },
  },
};
