/** @file Slot times row stride in too few bits. */
import type { ReportScenario } from '../reportScenario.ts';

/** Slot times row stride in too few bits. */
export const slotStrideWrap: ReportScenario = {
  class: 'scale-limit',
  report: 'B67',
  source: 'lightseekorg/tokenspeed#501',
  caughtBy: 'words that are missing, and touched words below',
  scenario: {
    name: 'slot-stride-wrap',
    title: 'Slot times stride wraps at a high slot: random to look at, since only the allocator decides',
    description: 'Rows of 576 B. The report’s slot 3.73 million times 576 passes 2^31; here pool and limit are a thousandth as large.',
    model: { plain: { layers: 1, rows: 8000, itemBytes: 576 } },
    prefill: { slots: 2 },
    decode: { slots: 2 },
    requests: [{ length: 3, prefill: { fullPages: [1, 2, 3] }, decode: { fullPages: [10, 3700, 7900] } }],
    faults: [{ kind: 'offset-wrap', side: 'decode', bits: 22, signed: false }],
    expect: { status: 'SILENT_CORRUPTION', bytes: { 'target/plain': { right: 1152, missing: 576, touched: 576 } } },
    fixed: { faults: [{ kind: 'offset-wrap', side: 'decode', bits: 32, signed: false }], expect: { status: 'PASS' } },
  },
};
