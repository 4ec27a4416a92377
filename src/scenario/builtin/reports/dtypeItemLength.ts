/** @file Prefill in bf16, decode in fp8: items of 32,768 B against 16,384 B. */
import type { ReportScenario } from '../reportScenario.ts';

/** Few pages in use: the data lands in other pages. */
export const dtypeItemLength: ReportScenario = {
  class: 'dtype-layout',
  report: 'B61',
  source: 'sgl-project/sglang#19398',
  caughtBy: 'words that are missing, and touched pages of nobody',
  scenario: {
    name: 'dtype-item-length',
    title: 'bf16 items sent into an fp8 pool: every page lands at twice its number',
    description:
      'The sender’s item length, 32,768 B, makes both addresses, and decode’s items have 16,384 B: page 3 lands on pages 6 and 7, page 4 on 8 and 9, page 499 on 998 and 999. DSV4 has no bf16 pages, so the pool is a plain one. A check of the resolved dtypes at registration would refuse the pair.',
    model: { plain: { layers: 1, rows: 1000, itemBytes: 16_384 } },
    prefill: { slots: 2 },
    decode: { slots: 2 },
    requests: [
      { length: 2, prefill: { fullPages: [1, 2] }, decode: { fullPages: [3, 4] } },
      { length: 1, prefill: { fullPages: [3] }, decode: { fullPages: [499] } },
    ],
    faults: [{ kind: 'dtype-width', component: 'kv', factor: 2 }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['item-length'], bytes: { 'target/plain': { right: 0, missing: 3 * 16_384, touched: 6 * 16_384 } } },
    fixed: { faults: [], expect: { status: 'PASS', bytes: { 'target/plain': { right: 3 * 16_384, touched: 0 } } } },
  },
};

/** Many pages in use: the address leaves the region. */
export const dtypeItemLengthHigh: ReportScenario = {
  class: 'dtype-layout',
  report: 'B61',
  source: 'sgl-project/sglang#19398',
  caughtBy: 'out-of-range',
  scenario: {
    name: 'dtype-item-length-high-page',
    title: 'bf16 items sent into an fp8 pool: page 500 is the first to leave it',
    description:
      'Page 500 of 1,000 would start where the region ends. Mooncake says "Requested address ... not found", NIXL NIXL_ERR_NOT_FOUND: in our words the block is out of range, which a transport refuses and a copy by address would not.',
    model: { plain: { layers: 1, rows: 1000, itemBytes: 16_384 } },
    prefill: { slots: 2 },
    decode: { slots: 2 },
    requests: [{ length: 1, prefill: { fullPages: [1] }, decode: { fullPages: [500] } }],
    faults: [{ kind: 'dtype-width', component: 'kv', factor: 2 }],
    expect: { status: 'OUT_OF_RANGE', findings: ['out-of-range'], bytes: { 'target/plain': { right: 0, missing: 16_384, touched: 0 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
