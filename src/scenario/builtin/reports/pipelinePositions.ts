/** @file Lists of a pipeline stage paired by position with whole lists. */
import { type ReportScenario, SMALL } from '../reportScenario.ts';

/** Lists of a pipeline stage paired by position with whole lists. */
export const pipelinePositions: ReportScenario = {
  class: 'geometry',
  report: 'B9',
  source: 'sgl-project/sglang#32270',
  caughtBy: 'KV words of other layers',
  scenario: {
    name: 'pipeline-positions',
    title: 'Two prefill stages pair their KV lists by position with decode’s whole list',
    description:
      'Stage 1 holds the second half of the layers; shifted by one entry its pages lie in the wrong layers of their kind. Mended, entries are found by layer.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, grid: { pp: 2 } },
    decode: SMALL,
    requests: [{ length: 300 }],
    faults: [{ kind: 'layers-mispaired', component: 'kv', by: 1 }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['layer-pairing'] },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
