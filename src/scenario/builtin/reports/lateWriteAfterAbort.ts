/** @file Pages given back at an abort while a write into them is under way. */
import type { ReportScenario } from '../reportScenario.ts';

/** Pages 14 to 44, and 1 to 32. */
const A_PAGES = Array.from({ length: 31 }, (_, i) => 14 + i);
const B_PAGES = Array.from({ length: 32 }, (_, i) => 1 + i);

/** 19 pages of another request are overwritten. */
export const lateWriteAfterAbort: ReportScenario = {
  class: 'lifecycle',
  report: 'B40',
  source: 'sgl-project/sglang#24527 and sgl-project/sglang#35049',
  caughtBy: 'late-write, and the new owner’s words that are wrong',
  scenario: {
    name: 'late-write-after-abort',
    title: 'A is aborted, B gets its pages, and A’s write lands in them',
    description:
      'A holds pages 14 to 44. Its abort frees them at once, B gets pages 1 to 32 and is complete before A’s write lands: pages 14 to 32, 19 of them, hold A’s data under B’s name. Mended, the pages are kept until the write has drained.',
    model: { plain: { layers: 1, rows: 65, itemBytes: 4096 } },
    prefill: { slots: 2, preallocSlots: 0 },
    decode: { slots: 2, preallocSlots: 0 },
    requests: [
      { length: 31, decode: { fullPages: A_PAGES } },
      { length: 32, decode: { fullPages: B_PAGES } },
    ],
    schedule: [
      { step: 'admit', request: 0 },
      { step: 'abort', request: 0 },
      { step: 'free', request: 0 },
      { step: 'admit', request: 1 },
      { step: 'send', request: 1 },
      { step: 'commit', request: 1 },
      { step: 'send', request: 0 },
    ],
    expect: { status: 'SILENT_CORRUPTION', findings: ['late-write'], bytes: { 'target/plain': { wrong: 19 * 4096, missing: 0 } } },
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

/** The bytes end right by luck. */
export const lateWriteOverwritten: ReportScenario = {
  class: 'lifecycle',
  report: 'B40',
  source: 'sgl-project/sglang#24527',
  caughtBy: 'late-write',
  scenario: {
    name: 'late-write-overwritten',
    title: 'A’s late write lands in B’s pages before B’s own data: right bytes, broken ownership',
    description: 'The order of two writes that nobody orders happens to be the good one.',
    model: { plain: { layers: 1, rows: 65, itemBytes: 4096 } },
    prefill: { slots: 2, preallocSlots: 0 },
    decode: { slots: 2, preallocSlots: 0 },
    requests: [
      { length: 31, decode: { fullPages: A_PAGES } },
      { length: 32, decode: { fullPages: B_PAGES } },
    ],
    schedule: [
      { step: 'admit', request: 0 },
      { step: 'abort', request: 0 },
      { step: 'free', request: 0 },
      { step: 'admit', request: 1 },
      { step: 'send', request: 0 },
      { step: 'send', request: 1 },
      { step: 'commit', request: 1 },
    ],
    expect: { status: 'HAZARD', findings: ['late-write'] },
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
