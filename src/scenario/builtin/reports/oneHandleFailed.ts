/** @file One of several transfers fails, the others are still writing. */
import { type ReportScenario, SMALL } from '../reportScenario.ts';

/** One of several transfers fails, the others are still writing. */
export const oneHandleFailed: ReportScenario = {
  class: 'lifecycle',
  report: 'B49',
  source: 'vllm-project/vllm#56104',
  caughtBy: 'late-write, and the new owner’s words that are wrong',
  scenario: {
    name: 'one-handle-failed',
    title: 'One transfer of a request fails, its blocks are freed, and the other transfers still write into them',
    description: 'Blocks are free when all handles have ended, not when the first has failed.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: SMALL,
    requests: [{ length: 300 }, { length: 290 }],
    schedule: [
      { step: 'admit', request: 0 },
      { step: 'send', request: 0, what: ['kv'] },
      { step: 'abort', request: 0 },
      { step: 'free', request: 0 },
      { step: 'admit', request: 1 },
      { step: 'send', request: 1 },
      { step: 'commit', request: 1 },
      { step: 'send', request: 0, what: [0, 1] },
    ],
    expect: { status: 'SILENT_CORRUPTION', findings: ['late-write'] },
    fixed: {
      schedule: [
        { step: 'admit', request: 0 },
        { step: 'send', request: 0, what: ['kv', 'aux'] },
        { step: 'abort', request: 0 },
        { step: 'send', request: 0, what: [0, 1] },
        { step: 'free', request: 0 },
        { step: 'admit', request: 1 },
        { step: 'send', request: 1 },
        { step: 'commit', request: 1 },
      ],
      expect: { status: 'PASS' },
    },
  },
};
