/** @file A component whose completion never comes. */
import { PROMPT, type ReportScenario, SMALL } from '../reportScenario.ts';

/** A component whose completion never comes. */
export const completionLost: ReportScenario = {
  class: 'transfer',
  report: 'B33',
  source: 'NVIDIA/TensorRT-LLM#17665',
  caughtBy: 'the engine’s own end: decode waits until its limit',
  scenario: {
    name: 'completion-lost',
    title: 'One of the completions is lost: decode waits until its limit',
    description:
      'The transport gives a state component up on the sender’s side, and decode is not told. How long it waits is a matter of a clock; that it ends in the timeout is not.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, backend: 'nixl' },
    decode: { ...SMALL, backend: 'nixl' },
    requests: [{ length: PROMPT }],
    faults: [{ kind: 'copy-refused', request: 0, component: 'kv' }],
    expect: { status: 'TRANSFER_ERROR', findings: ['copy-refused'] },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
