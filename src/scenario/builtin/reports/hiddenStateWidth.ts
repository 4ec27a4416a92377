/** @file Metadata rows whose hidden-state buffer has another width on prefill. */
import { type ReportScenario, SMALL_SPECULATIVE } from '../reportScenario.ts';

/** Metadata rows whose hidden-state buffer has another width on prefill. */
export const hiddenStateWidth: ReportScenario = {
  class: 'geometry',
  report: 'B2',
  source: 'sgl-project/sglang#10059',
  caughtBy: 'metadata words that are missing or touched',
  scenario: {
    name: 'hidden-state-width',
    title: 'EAGLE3 captures three layers: prefill’s hidden-state rows are three times as wide as decode’s',
    description: 'Prefill registers rows of 24,576 B, decode of 8,192 B: the row lands at three times its place. KV and state are right.',
    model: 'dsv4-mini',
    prefill: SMALL_SPECULATIVE,
    decode: SMALL_SPECULATIVE,
    requests: [{ length: 300 }, { length: 20 }],
    faults: [{ kind: 'item-length-off', component: 'aux', entry: 8, bytes: 16_384 }],
    seed: 2,
    expect: { status: 'OUT_OF_RANGE', findings: ['out-of-range'], bytes: { 'target/swa': { wrong: 0, missing: 0 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
