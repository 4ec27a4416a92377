/** @file Metadata that is sent along with state, of a model that has none. */
import type { ReportScenario } from '../reportScenario.ts';

/** Metadata that is never sent. */
export const metadataWithoutState: ReportScenario = {
  class: 'transfer',
  report: 'B31',
  source: 'sgl-project/sglang#25698',
  caughtBy: 'never-completes; metadata words that are missing',
  scenario: {
    name: 'metadata-without-state',
    title: 'A model without state never sends its metadata row: decode waits until its limit',
    description:
      'NIXL’s sender tied the metadata row to the state list. A dense model registers no state component, so that the row never goes; all KV arrives.',
    model: { plain: { layers: 2, rows: 16, itemBytes: 4096 } },
    prefill: { slots: 1, backend: 'nixl' },
    decode: { slots: 1, preallocSlots: 0, backend: 'nixl' },
    requests: [{ length: 4 }],
    faults: [{ kind: 'component-dropped', component: 'aux' }],
    expect: { status: 'TRANSFER_ERROR', findings: ['never-completes'], bytes: { 'target/plain': { right: 32_768, missing: 0 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
