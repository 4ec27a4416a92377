/** @file A backend without any transport for state. */
import { PROMPT, type ReportScenario, SMALL } from '../reportScenario.ts';

/** Neither node puts state into its registration. */
export const stateTransportMissing: ReportScenario = {
  class: 'transfer',
  report: 'B28',
  source: 'sgl-project/sglang#23773',
  caughtBy: 'words that are missing while the engine says Success',
  scenario: {
    name: 'state-transport-missing',
    title: 'NIXL has no transport for state: nobody registers any component',
    description:
      'The mirror image of state-not-sent: state pointers were never put into the registration message. Components to expect come from the pools, so their absence shows.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, backend: 'nixl' },
    decode: { ...SMALL, backend: 'nixl' },
    requests: [{ length: PROMPT }],
    faults: [
      { kind: 'component-not-registered', component: 1 },
      { kind: 'component-not-registered', component: 0 },
    ],
    expect: { status: 'SILENT_CORRUPTION', findings: ['not-arrived'], bytes: { 'target/swa': { right: 0, missing: 1_797_120 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
