/** @file Several samples of one request, of which one hand-off stands for all. */
import { type ReportScenario, SMALL } from '../reportScenario.ts';

/** Two sequences, one hand-off. */
export const siblingNotSent: ReportScenario = {
  class: 'lifecycle',
  report: 'B51',
  source: 'sgl-project/sglang#24223',
  caughtBy: 'committed-early, and words of the second sequence that are missing',
  scenario: {
    name: 'sibling-not-sent',
    title: 'Two samples of one request: the hand-off of one is taken for that of both',
    description:
      'The key of a hand-off is the request’s, not the sequence’s. When the first sequence has arrived, decode takes the second for complete, of which nothing was sent.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: SMALL,
    requests: [{ length: 300 }, { length: 300 }],
    schedule: [
      { step: 'admit', request: 0 },
      { step: 'admit', request: 1 },
      { step: 'send', request: 0 },
      { step: 'commit', request: 0 },
      { step: 'commit', request: 1 },
    ],
    expect: { status: 'SILENT_CORRUPTION', findings: ['committed-early'], bytes: { 'target/c4_kv': { right: 149_760, missing: 149_760 } } },
    fixed: { schedule: null, expect: { status: 'PASS' } },
  },
};
