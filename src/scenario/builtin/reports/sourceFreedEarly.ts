/** @file Source pages go to the next prefill while they are still being read. */
import { type ReportScenario, SMALL } from '../reportScenario.ts';

/** Source pages go to the next prefill while they are still being read. */
export const sourceFreedEarly: ReportScenario = {
  class: 'lifecycle',
  report: 'B50',
  source: 'ai-dynamo/dynamo#826',
  caughtBy: 'source-given-back, and words of the next request',
  scenario: {
    name: 'source-freed-early',
    title: 'Prefill’s pages are freed when prefill ends, and the next prefill writes them before they are sent',
    description: 'Blocks sent straight from the cache lost the object that kept them alive. Decode gets the next request’s data.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: SMALL,
    requests: [
      { length: 300, decode: { fullPages: [1, 2], swaPages: [1, 2] } },
      { length: 280, decode: { fullPages: [3, 4], swaPages: [3, 4] } },
    ],
    schedule: [
      { step: 'compute', request: 0 },
      { step: 'admit', request: 0 },
      { step: 'release', request: 0 },
      { step: 'compute', request: 1 },
      { step: 'send', request: 0 },
      { step: 'commit', request: 0 },
      { step: 'admit', request: 1 },
      { step: 'send', request: 1 },
      { step: 'commit', request: 1 },
    ],
    expect: { status: 'SILENT_CORRUPTION', findings: ['source-given-back', 'stale-source'] },
    fixed: {
      schedule: [
        { step: 'compute', request: 0 },
        { step: 'admit', request: 0 },
        { step: 'send', request: 0 },
        { step: 'commit', request: 0 },
        { step: 'release', request: 0 },
        { step: 'compute', request: 1 },
        { step: 'admit', request: 1 },
        { step: 'send', request: 1 },
        { step: 'commit', request: 1 },
      ],
      expect: { status: 'PASS' },
    },
  },
};
