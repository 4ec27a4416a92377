/** @file The unified buffer read as if it had no ring at its head. */
import type { ReportScenario } from '../reportScenario.ts';

/** Compressed pages land in the rings of other slots. */
export const unifiedBaseOffset: ReportScenario = {
  class: 'dtype-layout',
  report: 'B59',
  source: 'sgl-project/sglang#27935',
  caughtBy: 'touched rings of other slots, and KV that is missing',
  scenario: {
    name: 'unified-base-offset',
    title: 'Unified mode with pointers to the buffer’s start: C4 page 5 lands in the ring of slot 2',
    description:
      'Nine slots of 128 rows stand before the compressed rows: 1,152 rows, 1,179,648 B, as much as 18 C4 pages. Page 5 is read from and written to rows 320 to 383, rows 64 to 127 of slot 2’s ring, in place of rows 1,472 to 1,535; the two rows of a C128 page land in the ring of slot 0.',
    model: 'dsv4-mini',
    prefill: { mode: 'unified', poolTokens: 2048, swaRatio: 0.5, slots: 8 },
    decode: { mode: 'unified', poolTokens: 2048, swaRatio: 0.5, slots: 8, preallocSlots: 0 },
    requests: [{ length: 256, prefill: { slot: 4, fullPages: [5] }, decode: { slot: 4, fullPages: [5] } }],
    faults: [{ kind: 'base-pointer' }],
    expect: {
      status: 'SILENT_CORRUPTION',
      findings: ['base-pointer'],
      bytes: {
        'target/c4_kv': { right: 0, missing: 131_072 },
        'target/c128_kv': { right: 0, missing: 4096 },
        'target/swa_ring': { wrong: 0, missing: 0, touched: 131_072 + 4096 },
      },
    },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
