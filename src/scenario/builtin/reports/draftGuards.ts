/** @file The five checks that the engine makes of target against draft, a scenario each. */
import { PROMPT, type ReportScenario, SMALL_SPECULATIVE } from '../reportScenario.ts';

/** A draft layer with compressed KV. */
export const draftRatioGuard: ReportScenario = {
  class: 'transfer',
  report: 'B29',
  source: 'sgl-project/sglang#30461',
  caughtBy: 'the engine’s check draft-swa-only',
  scenario: {
    name: 'guard-draft-ratio',
    title: 'A draft layer with compressed KV: the start refuses',
    description: 'DSV4 draft state transfer expects SWA-only NextN layers.',
    model: 'dsv4-mini',
    prefill: { ...SMALL_SPECULATIVE, draft: { compressRatios: [4] } },
    decode: { ...SMALL_SPECULATIVE },
    requests: [{ length: PROMPT }],
    expect: { status: 'REFUSE', findings: ['draft-swa-only'] },
    fixed: { prefill: { draft: { compressRatios: [0] } }, expect: { status: 'PASS' } },
  },
};

/** Target unified, draft paged. */
export const unifiedModeGuard: ReportScenario = {
  class: 'transfer',
  report: 'B29',
  source: 'sgl-project/sglang#30461',
  caughtBy: 'the engine’s check unified-mode',
  scenario: {
    name: 'guard-unified-mode',
    title: 'Target unified, draft paged: the start refuses',
    description: 'DSV4 target and draft pools must use the same unified-KV mode.',
    model: 'dsv4-mini',
    prefill: { ...SMALL_SPECULATIVE, mode: 'unified', draft: { mode: 'paged' } },
    decode: { ...SMALL_SPECULATIVE, mode: 'unified' },
    requests: [{ length: PROMPT }],
    expect: { status: 'REFUSE', findings: ['unified-mode'] },
    fixed: { prefill: { draft: { mode: 'unified' } }, expect: { status: 'PASS' } },
  },
};

/** Target and draft rings of unlike size. */
export const ringGeometryGuard: ReportScenario = {
  class: 'transfer',
  report: 'B29',
  source: 'sgl-project/sglang#30461',
  caughtBy: 'the engine’s check swa-ring-geometry',
  scenario: {
    name: 'guard-ring-geometry',
    title: 'Target and draft rings of unlike size: the start refuses',
    description:
      'The report compares rings of 131 and 128 rows under one window of 128. A node has one number of draft tokens, so that pair cannot be configured; here the draft’s window is shorter by three, and its ring with it.',
    model: 'dsv4-mini',
    prefill: { ...SMALL_SPECULATIVE, mode: 'unified', draft: { window: 125 } },
    decode: { ...SMALL_SPECULATIVE, mode: 'unified' },
    requests: [{ length: PROMPT }],
    expect: { status: 'REFUSE', findings: ['swa-ring-geometry'] },
    fixed: { prefill: { draft: { window: 128 } }, expect: { status: 'PASS' } },
  },
};

/** The draft has a mapping of its own. */
export const mappingGuard: ReportScenario = {
  class: 'transfer',
  report: 'B29',
  source: 'sgl-project/sglang#30461',
  caughtBy: 'the engine’s check swa-mapping-identity',
  scenario: {
    name: 'guard-mapping-identity',
    title: 'The draft has a mapping of its own: the start refuses',
    description: 'An equal copy is not enough: the engine compares the object.',
    model: 'dsv4-mini',
    prefill: { ...SMALL_SPECULATIVE, draft: { mapping: 'own' } },
    decode: { ...SMALL_SPECULATIVE },
    requests: [{ length: PROMPT }],
    expect: { status: 'REFUSE', findings: ['swa-mapping-identity'] },
    fixed: { prefill: { draft: { mapping: 'shared' } }, expect: { status: 'PASS' } },
  },
};

/** Target and draft with pages of unlike size. */
export const pagedGeometryGuard: ReportScenario = {
  class: 'transfer',
  report: 'B29',
  source: 'sgl-project/sglang#30461',
  caughtBy: 'the engine’s check paged-swa-geometry',
  scenario: {
    name: 'guard-paged-geometry',
    title: 'Target and draft with pages of unlike size: the start refuses',
    description: 'DSV4 target and draft pools must share paged SWA geometry: target=(256, 128), draft=(128, 128).',
    model: 'dsv4-mini',
    prefill: { ...SMALL_SPECULATIVE, draft: { pageSize: 128, swaPageSize: 128 } },
    decode: { ...SMALL_SPECULATIVE },
    requests: [{ length: PROMPT }],
    expect: { status: 'REFUSE', findings: ['paged-swa-geometry'] },
    fixed: { prefill: { draft: { pageSize: 256, swaPageSize: 256 } }, expect: { status: 'PASS' } },
  },
};
