/** @file Pages of unlike sizes, which nobody asked for: an attention backend chose one. */
import type { ReportScenario } from '../reportScenario.ts';

/** Pages of unlike sizes. */
export const pageSizesRefused: ReportScenario = {
  class: 'geometry',
  report: 'B10',
  source: 'sgl-project/sglang#14474',
  caughtBy: 'the engine’s check page-size-mismatch, on decode',
  scenario: {
    name: 'page-sizes-refused',
    title: 'Pages of 32 tokens on prefill, 64 on decode: decode refuses when it asks for prefill’s topology',
    description: 'An attention backend may choose a page size by itself. Before sizes were exchanged, the sender’s thread raised, and decode waited.',
    model: { name: 'a window-only layer', hiddenLayers: 1, compressRatios: [0], nextnLayers: 0, window: 128 },
    prefill: { pageSize: 32, poolTokens: 256, swaRatio: 1, slots: 1 },
    decode: { pageSize: 64, poolTokens: 256, swaRatio: 1, slots: 1, preallocSlots: 0 },
    requests: [{ length: 128 }],
    expect: { status: 'REFUSE', findings: ['page-size-mismatch'] },
    fixed: { prefill: { pageSize: 64, swaPageSize: 64 }, expect: { status: 'PASS' } },
  },
};
