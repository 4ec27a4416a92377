/** @file A write reported done before its tail is visible. */
import type { ReportScenario } from '../reportScenario.ts';

/** A write reported done before its tail is visible. */
export const tailNotVisible: ReportScenario = {
  class: 'transfer',
  report: 'B34',
  source: 'vllm-project/vllm#44238',
  caughtBy: 'words of the last pages that are missing',
  scenario: {
    name: 'tail-not-visible',
    title: 'A one-sided write is reported done while its last tenth is not visible yet',
    description: 'Sender’s hashes agree, the receiver’s does not, now and then. Where the tear lies is visible as the first missing word.',
    model: { plain: { layers: 4, rows: 16, itemBytes: 606_208 } },
    prefill: { pageSize: 64, slots: 2 },
    decode: { pageSize: 64, slots: 2 },
    requests: [{ length: 256 }],
    faults: [{ kind: 'torn-write', request: 0, component: 'kv', share: 0.9 }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['item-cut', 'committed-early'], bytes: { 'target/plain': { right: 8_729_392, missing: 969_936 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
