/** @file State lists that count the token just sampled, against lists that count the prompt. */
import { type ReportScenario, SMALL } from '../reportScenario.ts';

/** The cut pairs the right page with the wrong place. */
export const statePagesPlusOne: ReportScenario = {
  class: 'index',
  report: 'B15',
  source: 'sgl-project/sglang#27004',
  caughtBy: 'words of the window that are wrong or missing; list-cut',
  scenario: {
    name: 'state-pages-plus-one',
    title: 'Prefill lists state pages for one token more: the only page lands one page too early',
    description:
      'Prompt 1,151: decode lists pages 3 and 4 of the window, prefill only page 4. The longer list is cut, so page 4 lands where page 3 should and page 4 stays stale: all 127 visible rows from 1,024 on. Of 1,024 consecutive lengths 8 give unequal lists, and 4 of them are mispaired so.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: SMALL,
    requests: [{ length: 1151 }],
    faults: [{ kind: 'prompt-length-off', side: 'prefill', tokens: 1 }],
    expect: {
      status: 'SILENT_CORRUPTION',
      findings: ['list-cut'],
      bytes: { 'target/swa': { right: 0, wrong: 898_560, missing: 898_560 } },
    },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};

/** One page too many at the end is cut off again. */
export const statePagesPlusOneKept: ReportScenario = {
  class: 'index',
  report: 'B15',
  source: 'sgl-project/sglang#27004',
  caughtBy: 'list-cut',
  scenario: {
    name: 'state-pages-plus-one-harmless',
    title: 'Prefill lists state pages for one token more, where the cut happens to keep every pair',
    description: 'Prompt 1,024: prefill lists pages 3 and 4, decode page 3; the cut takes off what nobody asked for. Only the log line tells.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: SMALL,
    requests: [{ length: 1024 }],
    faults: [{ kind: 'prompt-length-off', side: 'prefill', tokens: 1 }],
    expect: { status: 'PASS_WITH_WARNING', findings: ['list-cut'] },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};

/** A backend that compares lengths raises. */
export const statePagesPlusOneStrict: ReportScenario = {
  class: 'index',
  report: 'B15',
  source: 'sgl-project/sglang#27004',
  caughtBy: 'transfer-failed',
  scenario: {
    name: 'state-pages-plus-one-strict',
    title: 'Prefill lists state pages for one token more, and NIXL refuses the lengths',
    description: 'The same lists as in state-pages-plus-one under a backend that does not cut.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, backend: 'nixl' },
    decode: { ...SMALL, backend: 'nixl' },
    requests: [{ length: 1151 }],
    faults: [{ kind: 'prompt-length-off', side: 'prefill', tokens: 1 }],
    expect: { status: 'TRANSFER_ERROR', findings: ['transfer-failed'] },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};

/** Pages of 64 tokens, which DSV4 pools cannot have: a plain pool. */
export const pagesPlusOnePlain: ReportScenario = {
  class: 'index',
  report: 'B15',
  source: 'sgl-project/sglang#27004',
  caughtBy: 'list-cut',
  scenario: {
    name: 'pages-plus-one-of-64',
    title: 'Three pages of 64 tokens against two: the extra page is cut off',
    description:
      'The report’s own case, a sparse-attention model with pages of 64: prompt 128 and the sampled token make three pages on prefill. DSV4 pools need pages of 128 or more, so the pool is a plain one.',
    model: { plain: { layers: 4, rows: 32, itemBytes: 4096 } },
    prefill: { pageSize: 64, slots: 2 },
    decode: { pageSize: 64, slots: 2 },
    requests: [{ length: 128 }],
    faults: [{ kind: 'prompt-length-off', side: 'prefill', tokens: 1, lists: 'all' }],
    expect: { status: 'PASS_WITH_WARNING', findings: ['list-cut'] },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
