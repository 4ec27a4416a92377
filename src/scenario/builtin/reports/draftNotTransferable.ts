/** @file Draft groups left out of the transfer on purpose. */
import { PROMPT, type ReportScenario, SMALL_SPECULATIVE } from '../reportScenario.ts';

/** Draft groups left out of the transfer on purpose. */
export const draftNotTransferable: ReportScenario = {
  class: 'transfer',
  report: 'B32',
  source: 'vllm-project/vllm#54926',
  caughtBy: 'draft words that are missing',
  scenario: {
    name: 'draft-not-transferable',
    title: 'The draft’s groups count as not transferable, and nobody fills them later',
    description: 'No crash any more, and no speed-up: the draft recomputes the prompt.',
    model: 'dsv4-mini',
    prefill: SMALL_SPECULATIVE,
    decode: SMALL_SPECULATIVE,
    requests: [{ length: PROMPT }],
    faults: [{ kind: 'draft-omitted' }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['not-arrived'], bytes: { 'draft/swa': { right: 0, missing: 299_520 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
