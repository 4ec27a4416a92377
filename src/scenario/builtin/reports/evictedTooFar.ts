/** @file A window page evicted though rows in it are visible. */
import { PROMPT, type ReportScenario, SMALL } from '../reportScenario.ts';

/** A window page evicted though rows in it are visible. */
export const evictedTooFar: ReportScenario = {
  class: 'index',
  report: 'B23',
  source: 'sgl-project/sglang#35286',
  caughtBy: 'window words that come from the null page',
  scenario: {
    name: 'evicted-too-far',
    title: 'Eviction stops in the middle of a page: a visible window page is already unmapped on prefill',
    description:
      'Window 128, page 256, prompt 1,030: the tail must start at 768, not at 902. The freed page translates to page 0, and page 0 is what decode gets.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: SMALL,
    requests: [{ length: PROMPT }],
    faults: [{ kind: 'null-page-used', request: 0, side: 'prefill', list: 'swa', position: 0 }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['null-page'], bytes: { 'target/swa': { right: 898_560, wrong: 898_560 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
