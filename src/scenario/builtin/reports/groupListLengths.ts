/** @file Block lists of unlike length. */
import { type ReportScenario, SMALL } from '../reportScenario.ts';

/** Block lists of unlike length. */
export const groupListLengths: ReportScenario = {
  class: 'index',
  report: 'B19',
  source: 'vllm-project/vllm-ascend#10569',
  caughtBy: 'list-cut, and KV words that are missing',
  scenario: {
    name: 'group-list-lengths',
    title: 'Four blocks on prefill, three on decode',
    description: 'Where an engine cuts instead of raising, the last block is missing and the text turns into garbage there.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: SMALL,
    requests: [{ length: 1000 }],
    faults: [{ kind: 'index-list-cut', list: 'kv', side: 'decode', end: 'tail', entries: 1 }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['list-cut', 'not-arrived'], bytes: { 'target/c4_kv': { missing: 74_880 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
