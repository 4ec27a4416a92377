/** @file A draft model on decode only. */
import { PROMPT, type ReportScenario, SMALL, SMALL_SPECULATIVE } from '../reportScenario.ts';

/** A draft model on decode only. */
export const draftOnDecodeOnly: ReportScenario = {
  class: 'geometry',
  report: 'B3',
  source: 'vllm-project/vllm#48221',
  caughtBy: 'draft words that are missing',
  scenario: {
    name: 'draft-on-decode-only',
    title: 'Speculation with a draft model on decode only',
    description:
      'vLLM’s handshake counts layers and stops; this engine pairs what prefill has and says nothing: the draft starts blind, and the C4 rings are of unlike size.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: SMALL_SPECULATIVE,
    requests: [{ length: PROMPT }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['not-arrived'], bytes: { 'draft/swa': { right: 0, missing: 299_520 } } },
    fixed: { prefill: { speculation: { draftTokens: 2 } }, expect: { status: 'PASS' } },
  },
};
