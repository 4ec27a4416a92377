/** @file Layers counted from the model’s config, not from what is registered. */
import { PROMPT, type ReportScenario, SMALL_SPECULATIVE } from '../reportScenario.ts';

/** Layers counted from the model’s config, not from what is registered. */
export const layerCountWithoutDraft: ReportScenario = {
  class: 'geometry',
  report: 'B4',
  source: 'vllm-project/vllm-ascend#11294',
  caughtBy: 'committed-early, and draft words that had not landed',
  scenario: {
    name: 'layer-count-without-draft',
    title: 'The worker counts main layers only and is done one layer early',
    description: 'The draft layer’s cache is registered and still under way when decode starts.',
    model: 'dsv4-mini',
    prefill: SMALL_SPECULATIVE,
    decode: SMALL_SPECULATIVE,
    requests: [{ length: PROMPT }],
    faults: [{ kind: 'late-write', request: 0, component: 2 }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['committed-early'], bytes: { 'draft/swa': { right: 0, missing: 299_520 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
