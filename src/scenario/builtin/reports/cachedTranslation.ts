/** @file A cached translation that outlives its mapping. */
import { PROMPT, type ReportScenario, SMALL } from '../reportScenario.ts';

/** A cached translation that outlives its mapping. */
export const cachedTranslation: ReportScenario = {
  class: 'index',
  report: 'B21',
  source: 'sgl-project/sglang#25889',
  caughtBy: 'window words that are missing, and touched pages',
  scenario: {
    name: 'cached-translation',
    title: 'Decode looks a window page up in a translation that has been replaced',
    description: 'SGLANG_OPT_CACHE_SWA_TRANSLATION keeps a table that is no longer true: one page lands where the old mapping had it.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: SMALL,
    requests: [{ length: PROMPT }, { length: 100 }],
    faults: [{ kind: 'stale-mapping', request: 0, side: 'decode' }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['not-arrived'] },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
