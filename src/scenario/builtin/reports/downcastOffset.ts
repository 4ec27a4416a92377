/** @file Offsets above 2^40 narrowed to 32 bits. */
import type { ReportScenario } from '../reportScenario.ts';

/** Offsets above 2^40 narrowed to 32 bits. */
export const downcastOffset: ReportScenario = {
  class: 'scale-limit',
  report: 'B69',
  source: 'LMCache/LMCache#2762',
  caughtBy: 'stray-addresses, by arithmetic on the plan',
  scenario: {
    name: 'downcast-offset',
    title: 'Offsets above 2^40 pass through a 32-bit argument',
    description:
      'A host pool of two terabytes: judged by the plan’s addresses. The narrowed offsets stay inside the region, so nothing is refused. Mended, the interface is as wide as its callers; that run is scaled down.',
    model: { plain: { layers: 1, rows: 2_097_152, itemBytes: 1_048_576 } },
    prefill: { slots: 2 },
    decode: { slots: 2 },
    requests: [{ length: 2, prefill: { fullPages: [1, 2] }, decode: { fullPages: [1_048_577, 2_000_000] } }],
    faults: [{ kind: 'offset-wrap', side: 'decode', bits: 32, signed: false }],
    judgedBy: 'plan',
    expect: { status: 'SILENT_CORRUPTION', findings: ['stray-addresses'] },
    fixed: {
      model: { plain: { layers: 1, rows: 8, itemBytes: 1_048_576 } },
      requests: [{ length: 2, prefill: { fullPages: [1, 2] }, decode: { fullPages: [5, 7] } }],
      faults: [{ kind: 'offset-wrap', side: 'decode', bits: 53, signed: false }],
      judgedBy: 'memory',
      expect: { status: 'PASS' },
    },
  },
};
