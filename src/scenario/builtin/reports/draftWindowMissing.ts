/** @file The draft (NextN) model’s window: not registered, in both modes. */
import { PROMPT, type ReportScenario, SMALL_SPECULATIVE } from '../reportScenario.ts';

/** The draft drafts from stale rows for 128 tokens. */
export const draftWindowMissing: ReportScenario = {
  class: 'transfer',
  report: 'B29',
  source: 'sgl-project/sglang#30461',
  caughtBy: 'words of the draft that are missing',
  scenario: {
    name: 'draft-window-missing',
    title: 'The draft’s window pages are not registered: the target is right, the draft starts blind',
    description:
      'Two pages of 149,760 B each are never sent. The target’s bytes are all right; the draft reads stale rows until 128 new tokens have replaced them: of the last 128 positions 128 - t are stale after t tokens.',
    model: 'dsv4-mini',
    prefill: SMALL_SPECULATIVE,
    decode: SMALL_SPECULATIVE,
    requests: [{ length: PROMPT }],
    faults: [{ kind: 'component-not-registered', component: 'draft' }],
    expect: {
      status: 'SILENT_CORRUPTION',
      findings: ['not-arrived'],
      bytes: { 'draft/swa': { right: 0, missing: 299_520 }, 'target/swa': { wrong: 0, missing: 0 }, 'target/c4_state': { wrong: 0, missing: 0 } },
    },
    fixed: { faults: [], expect: { status: 'PASS', bytes: { 'draft/swa': { right: 299_520, missing: 0 } } } },
  },
};

/** The same in unified mode: 128 ring rows of 1,024 B. */
export const draftRingMissing: ReportScenario = {
  class: 'transfer',
  report: 'B29',
  source: 'sgl-project/sglang#30461',
  caughtBy: 'words of the draft that are missing',
  scenario: {
    name: 'draft-ring-missing',
    title: 'The draft’s ring rows are not registered (unified mode)',
    description: '128 rows of 1,024 B for the one draft layer.',
    model: 'dsv4-mini',
    prefill: { ...SMALL_SPECULATIVE, mode: 'unified' },
    decode: { ...SMALL_SPECULATIVE, mode: 'unified' },
    requests: [{ length: PROMPT }],
    faults: [{ kind: 'component-not-registered', component: 'draft' }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['not-arrived'], bytes: { 'draft/swa_ring': { right: 0, missing: 131_072 } } },
    fixed: { faults: [], expect: { status: 'PASS', bytes: { 'draft/swa_ring': { right: 131_072 } } } },
  },
};
