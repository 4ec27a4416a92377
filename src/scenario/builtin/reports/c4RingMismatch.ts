/** @file Speculation on decode only: C4 rings of 8 rows against 16. */
import { PROMPT, type ReportScenario } from '../reportScenario.ts';

/** Items of 65,536 B against 131,072 B. */
export const c4RingMismatch: ReportScenario = {
  class: 'derived',
  report: null,
  source: 'worked out from the sources of the pool and of the Mooncake sender',
  caughtBy: 'C4 state that is missing, or lies in other pages',
  scenario: {
    name: 'c4-ring-8-against-16',
    title: 'Speculation on decode only: C4 state travels with half the item length',
    description:
      'Prefill’s C4 ring has 8 rows, decode’s 16. Pages 6 and 7 land in the two halves of page 3, and decode’s own stay stale. Window pages and C128 items are alike on both nodes and arrive. Only decode’s metadata rows hold EAGLE’s hidden state, so these are hurt, too. No check of the engine compares the two.',
    model: 'dsv4-mini',
    prefill: { poolTokens: 2048, swaRatio: 0.9, slots: 2 },
    decode: { poolTokens: 2048, swaRatio: 0.9, slots: 2, preallocSlots: 0, speculation: { draftTokens: 2, draftLayers: 0 } },
    requests: [{ length: PROMPT, prefill: { swaPages: [2, 3] }, decode: { swaPages: [6, 7] } }],
    expect: {
      status: 'SILENT_CORRUPTION',
      findings: ['item-length'],
      bytes: {
        'target/swa': { wrong: 0, missing: 0, touched: 0 },
        'target/c128_state': { wrong: 0, missing: 0, touched: 0 },
        'target/c4_state': { right: 0, touched: 262_144 },
        'target/c4_indexer_state': { right: 0, touched: 65_536 },
      },
    },
    fixed: { prefill: { speculation: { draftTokens: 2, draftLayers: 0 } }, expect: { status: 'PASS' } },
  },
};
