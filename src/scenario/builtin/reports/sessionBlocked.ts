/** @file One failed transfer puts a healthy peer on a block list. */
import type { ReportScenario } from '../reportScenario.ts';

/** One failed transfer puts a healthy peer on a block list. */
export const sessionBlocked: ReportScenario = {
  class: 'lifecycle',
  report: 'B55',
  source: 'sgl-project/sglang#13054',
  caughtBy: 'copy-refused; requests behind it end without being tried',
  scenario: {
    name: 'session-blocked',
    title: 'Transfer 1 of 5 fails once, and 2, 3 and 4 are refused without being tried',
    description: 'Mooncake takes the failure of one transfer for the death of the peer.',
    model: { plain: { layers: 2, rows: 64, itemBytes: 4096 } },
    prefill: { slots: 5, backend: 'mooncake' },
    decode: { slots: 5 },
    requests: { count: 5, lengths: [4] },
    faults: [{ kind: 'copy-refused', request: 1, component: 'kv' }],
    expect: { status: 'TRANSFER_ERROR', findings: ['copy-refused'], bytes: { 'target/plain': { right: 32_768, missing: 131_072 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
