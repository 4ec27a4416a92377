/** @file Page number times stride in 32 bits. */
import type { ReportScenario } from '../reportScenario.ts';

/** Offsets of the small pages. */
export const int32Wrap: ReportScenario = {
  class: 'scale-limit',
  report: 'B66',
  source: 'sgl-project/sglang#34025',
  caughtBy: 'out-of-range, by arithmetic on the plan',
  scenario: {
    name: 'int32-wrap',
    title: 'Small page 57,359 times 37,440 B in 32 bits is -2,147,446,336',
    description:
      'A pool of 3,671,040 tokens in pages of 64: no adapter here holds it, so the verdict rests on the plan’s addresses. The largest pool that stays below the limit has 3,670,784 tokens a rank. Mended, the product is unsigned: for this pool enough, up to page 114,716. That run is scaled to memory that everybody has, a thousandth of the pool and of the limit.',
    model: { plain: { layers: 1, rows: 57_361, itemBytes: 37_440 } },
    prefill: { pageSize: 64, slots: 2 },
    decode: { pageSize: 64, slots: 2 },
    requests: [{ length: 192, prefill: { fullPages: [1, 2, 3] }, decode: { fullPages: [57_358, 57_359, 57_360] } }],
    faults: [{ kind: 'offset-wrap', side: 'decode', bits: 32, signed: true }],
    judgedBy: 'plan',
    expect: { status: 'OUT_OF_RANGE', findings: ['out-of-range', 'stray-addresses'] },
    fixed: {
      model: { plain: { layers: 1, rows: 64, itemBytes: 37_440 } },
      requests: [{ length: 192, prefill: { fullPages: [1, 2, 3] }, decode: { fullPages: [56, 57, 58] } }],
      faults: [{ kind: 'offset-wrap', side: 'decode', bits: 22, signed: false }],
      judgedBy: 'memory',
      expect: { status: 'PASS' },
    },
  },
};

/** Offsets of the large pages. */
export const int32WrapSource: ReportScenario = {
  class: 'scale-limit',
  report: 'B66',
  source: 'sgl-project/sglang#34025',
  caughtBy: 'out-of-range, by arithmetic on the plan',
  scenario: {
    name: 'int32-wrap-source',
    title: 'Page 14,340 times 149,760 B in 32 bits is -2,147,408,896',
    description: 'The source side of int32-wrap: pages of 256 tokens. Mended, the product has 53 bits; that run is scaled down.',
    model: { plain: { layers: 1, rows: 14_341, itemBytes: 149_760 } },
    prefill: { pageSize: 256, slots: 2 },
    decode: { pageSize: 256, slots: 2 },
    requests: [{ length: 512, prefill: { fullPages: [14_339, 14_340] }, decode: { fullPages: [1, 2] } }],
    faults: [{ kind: 'offset-wrap', side: 'prefill', bits: 32, signed: true }],
    judgedBy: 'plan',
    expect: { status: 'OUT_OF_RANGE', findings: ['out-of-range', 'stray-addresses'] },
    fixed: {
      model: { plain: { layers: 1, rows: 32, itemBytes: 149_760 } },
      requests: [{ length: 512, prefill: { fullPages: [14, 15] }, decode: { fullPages: [1, 2] } }],
      faults: [{ kind: 'offset-wrap', side: 'prefill', bits: 53, signed: true }],
      judgedBy: 'memory',
      expect: { status: 'PASS' },
    },
  },
};
