/** @file Page 0 taken for a target. */
import { PROMPT, type ReportScenario, SMALL } from '../reportScenario.ts';

/** Page 0 taken for a target. */
export const nullPageWritten: ReportScenario = {
  class: 'index',
  report: 'B22',
  source: 'sgl-project/sglang#36207',
  caughtBy: 'touched words of the null page',
  scenario: {
    name: 'null-page-written',
    title: 'Page 0 is written: the row that padding reads',
    description: 'Row 0 is kept finite for the padding rows of captured graphs. A writer that does not skip it spreads what it puts there.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: SMALL,
    requests: [{ length: PROMPT }],
    faults: [{ kind: 'null-page-used', request: 0, side: 'decode', list: 'kv', position: 4 }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['null-page'], bytes: { 'target/c4_kv': { missing: 74_880, touched: 74_880 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
