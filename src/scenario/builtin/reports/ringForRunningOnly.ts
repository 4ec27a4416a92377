/** @file Rings sized for running requests, slots for those being received as well. */
import { type ReportScenario, SMALL } from '../reportScenario.ts';

/** Rings sized for running requests, slots for those being received as well. */
export const ringForRunningOnly: ReportScenario = {
  class: 'index',
  report: 'B26',
  source: 'sgl-project/sglang#30315',
  caughtBy: 'out-of-range',
  scenario: {
    name: 'ring-for-running-only',
    title: 'Unified rings for five slots, and a request received in slot 7',
    description:
      'Decode adds slots for requests in transfer. Rings that are sized without them end before slot 7: in layers without compressed rows the writes leave the buffer, in others they land in compressed rows.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, mode: 'unified' },
    decode: { ...SMALL, mode: 'unified', slots: 4, preallocSlots: 4, target: { reqSlots: 5 } },
    requests: [{ length: 300, decode: { slot: 7 } }],
    expect: { status: 'OUT_OF_RANGE', findings: ['out-of-range'] },
    fixed: { decode: { target: { reqSlots: 9 } }, expect: { status: 'PASS' } },
  },
};
