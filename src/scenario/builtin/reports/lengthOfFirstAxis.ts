/** @file The length of a 1xN array taken for N. */
import { PROMPT, type ReportScenario, SMALL } from '../reportScenario.ts';

/** The length of a 1xN array taken for N. */
export const lengthOfFirstAxis: ReportScenario = {
  class: 'index',
  report: 'B17',
  source: 'SemiAnalysisAI/InferenceX#1572',
  caughtBy: 'window words that are missing',
  scenario: {
    name: 'length-of-first-axis',
    title: 'One of five state pages is sent: the length of a two-dimensional list is its first axis',
    description: 'Both lists are cut to one page before they are flattened, so no length is left that could be compared.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, swaRatio: 0.9, window: 1024, backend: 'mori', target: { c4StateRows: 64 } },
    decode: { ...SMALL, swaRatio: 0.9, window: 1024, backend: 'mori', target: { c4StateRows: 64 } },
    requests: [{ length: PROMPT }],
    faults: [{ kind: 'index-list-cut', list: 'swa', side: 'both', end: 'tail', entries: 4 }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['not-arrived'], bytes: { 'target/swa': { right: 898_560, missing: 3_594_240 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
