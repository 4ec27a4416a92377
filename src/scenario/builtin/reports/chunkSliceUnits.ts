/** @file A slice in tokens taken of a list in pages. */
import type { ReportScenario } from '../reportScenario.ts';

/** A slice in tokens taken of a list in pages. */
export const chunkSliceUnits: ReportScenario = {
  class: 'index',
  report: 'B20',
  source: 'sgl-project/sglang#5588',
  caughtBy: 'words of other pages, and the last page missing',
  scenario: {
    name: 'chunk-slice-units',
    title: 'Prefill slices a page list by tokens: every later page is shifted against decode',
    description: 'Page 8, prompt 50, chunks of 16. A partial page that is sent with two chunks puts prefill one page ahead of decode.',
    model: { plain: { layers: 2, rows: 32, itemBytes: 4096 } },
    prefill: { pageSize: 8, slots: 2, chunkTokens: 16 },
    decode: { pageSize: 8, slots: 2 },
    requests: [{ length: 50 }],
    faults: [{ kind: 'index-list-cut', list: 'kv', side: 'prefill', end: 'head', entries: 1 }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['index-shift'] },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
