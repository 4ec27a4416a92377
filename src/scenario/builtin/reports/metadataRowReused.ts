/** @file A metadata row goes to the next request while a write into it is under way. */
import { type ReportScenario, SMALL } from '../reportScenario.ts';

/** A metadata row goes to the next request while a write into it is under way. */
export const metadataRowReused: ReportScenario = {
  class: 'lifecycle',
  report: 'B44',
  source: 'sgl-project/sglang#17259',
  caughtBy: 'late-write, and metadata words of another request',
  scenario: {
    name: 'metadata-row-reused',
    title: 'A’s metadata lands in the row that B has been given',
    description: 'B continues with A’s first token. A detector in the engine compares the room that stands in the row.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: { ...SMALL, metadataRows: 1 },
    requests: [{ length: 300 }, { length: 280 }],
    schedule: [
      { step: 'admit', request: 0 },
      { step: 'abort', request: 0 },
      { step: 'free', request: 0 },
      { step: 'admit', request: 1 },
      { step: 'send', request: 1 },
      { step: 'commit', request: 1 },
      { step: 'send', request: 0, what: ['aux'] },
    ],
    expect: { status: 'SILENT_CORRUPTION', findings: ['late-write', 'aux-row'], bytes: { metadata: { right: 0 }, 'target/c4_kv': { wrong: 0 } } },
    fixed: {
      schedule: [
        { step: 'admit', request: 0 },
        { step: 'abort', request: 0 },
        { step: 'send', request: 0, what: ['aux'] },
        { step: 'send', request: 0, what: ['kv', 0, 1] },
        { step: 'free', request: 0 },
        { step: 'admit', request: 1 },
        { step: 'send', request: 1 },
        { step: 'commit', request: 1 },
      ],
      expect: { status: 'PASS' },
    },
  },
};
