/** @file Completions kept by source rank only: the first component counts for all. */
import { PROMPT, type ReportScenario, SMALL_SPECULATIVE } from '../reportScenario.ts';

/** Decode starts with two components under way. */
export const firstComponentDone: ReportScenario = {
  class: 'transfer',
  report: 'B30',
  source: 'sgl-project/sglang#39846',
  caughtBy: 'committed-early, and words that had not landed',
  scenario: {
    name: 'first-component-done',
    title: 'Decode starts after the first state component: C128 state and the draft’s window are still under way',
    description:
      'NIXL tags each completion with its component, and the receiver forgets the tag. C128 counts as wrong, not missing: decode’s own reset stands there. Mended, decode waits for every (source rank, component).',
    model: 'dsv4-mini',
    prefill: { ...SMALL_SPECULATIVE, backend: 'nixl' },
    decode: { ...SMALL_SPECULATIVE, backend: 'nixl' },
    requests: [{ length: PROMPT }],
    schedule: [
      { step: 'admit', request: 0 },
      { step: 'send', request: 0, what: ['kv', 'aux', 0] },
      { step: 'commit', request: 0 },
      { step: 'observe' },
      { step: 'send', request: 0, what: [1, 2] },
    ],
    expect: {
      status: 'SILENT_CORRUPTION',
      findings: ['committed-early'],
      bytes: { 'target/c128_state': { wrong: 1_048_576 }, 'draft/swa': { right: 0, missing: 299_520 }, 'target/swa': { wrong: 0, missing: 0 } },
    },
    fixed: {
      schedule: [
        { step: 'admit', request: 0 },
        { step: 'send', request: 0, what: ['kv', 'aux', 0] },
        { step: 'send', request: 0, what: [1, 2] },
        { step: 'commit', request: 0 },
      ],
      expect: { status: 'PASS' },
    },
  },
};

/** A component without payload must not be waited for. */
export const emptyComponentNotAwaited: ReportScenario = {
  class: 'control',
  report: null,
  source: 'variant of sgl-project/sglang#39846',
  caughtBy: 'nothing: it must pass',
  scenario: {
    name: 'empty-component-not-awaited',
    title: 'A prompt of whole C128 blocks: no C128 state is sent, and none must be waited for',
    description: '1,024 tokens are eight C128 blocks: the component is registered, its list is empty.',
    model: 'dsv4-mini',
    prefill: { ...SMALL_SPECULATIVE, backend: 'nixl' },
    decode: { ...SMALL_SPECULATIVE, backend: 'nixl' },
    requests: [{ length: 1024 }],
    schedule: [
      { step: 'admit', request: 0 },
      { step: 'send', request: 0, what: ['kv', 'aux', 0] },
      { step: 'send', request: 0, what: [2] },
      { step: 'commit', request: 0 },
    ],
    expect: { status: 'PASS' },
  },
};
