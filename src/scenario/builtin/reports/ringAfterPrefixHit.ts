/** @file Ring rows belong to a request, not to its content. */
import { PROMPT, type ReportScenario, SMALL } from '../reportScenario.ts';

/** Ring rows belong to a request, not to its content. */
export const ringAfterPrefixHit: ReportScenario = {
  class: 'index',
  report: 'B25',
  source: 'ROCm/ATOM#1423',
  caughtBy: 'ring words that are missing',
  scenario: {
    name: 'ring-after-prefix-hit',
    title: 'A prefix hit is taken to cover the ring: the new slot’s rows are never sent',
    description:
      'Decode holds 1,024 tokens of the prefix, and the request has another slot. What is addressed by content may be left out, what is addressed by request may not.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, mode: 'unified' },
    decode: { ...SMALL, mode: 'unified' },
    requests: [{ length: PROMPT, decodePrefixLen: 1024 }],
    faults: [{ kind: 'component-dropped', component: 1 }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['not-arrived'], bytes: { 'target/swa_ring': { right: 0, missing: 786_432 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
