/** @file Pages that are kept after an abort, and a confirmation that never comes. */
import type { ReportScenario } from '../reportScenario.ts';

/** Safe, and wasteful. */
export const pagesHeldAfterAbort: ReportScenario = {
  class: 'lifecycle',
  report: 'B41',
  source: 'sgl-project/sglang#35360',
  caughtBy: 'pages-held',
  scenario: {
    name: 'pages-held-after-abort',
    title: 'The backend never confirms that it has drained: an aborted request keeps its pages',
    description: 'Nothing is overwritten. How long the pages are held is a matter of a clock; that they are, and how many, is not.',
    model: { plain: { layers: 1, rows: 65, itemBytes: 4096 } },
    prefill: { slots: 2, preallocSlots: 0 },
    decode: { slots: 2, preallocSlots: 0 },
    requests: [{ length: 31 }, { length: 32 }],
    schedule: [
      { step: 'admit', request: 0 },
      { step: 'abort', request: 0 },
      { step: 'admit', request: 1 },
      { step: 'send', request: 1 },
      { step: 'commit', request: 1 },
      { step: 'send', request: 0 },
    ],
    expect: { status: 'PASS_WITH_WARNING', findings: ['pages-held'] },
    fixed: {
      schedule: [
        { step: 'admit', request: 0 },
        { step: 'abort', request: 0 },
        { step: 'send', request: 0 },
        { step: 'free', request: 0 },
        { step: 'admit', request: 1 },
        { step: 'send', request: 1 },
        { step: 'commit', request: 1 },
      ],
      expect: { status: 'PASS' },
    },
  },
};
