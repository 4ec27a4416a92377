/** @file Physical items of unlike size under equal logical ones. */
import type { ReportScenario } from '../reportScenario.ts';

/** Physical items of unlike size under equal logical ones. */
export const physicalBlockSize: ReportScenario = {
  class: 'geometry',
  report: 'B13',
  source: 'vllm-project/vllm#42895',
  caughtBy: 'words that are missing, and touched items of nobody',
  scenario: {
    name: 'physical-block-size',
    title: 'Equal logical pages, physical items half as large again on prefill',
    description: 'A hybrid model rounds its items up to hold its state, and the state depends on the parallel layout. Only the physical size makes addresses.',
    model: { plain: { layers: 2, rows: 64, itemBytes: 8192 } },
    prefill: { pageSize: 16, slots: 2 },
    decode: { pageSize: 16, slots: 2 },
    requests: [{ length: 100 }, { length: 40 }],
    faults: [{ kind: 'dtype-width', component: 'kv', factor: 1.5 }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['item-length'] },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
