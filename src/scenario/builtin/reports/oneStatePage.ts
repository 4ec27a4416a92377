/** @file One index on prefill against many on decode. */
import { PROMPT, type ReportScenario, SMALL } from '../reportScenario.ts';

/** One index on prefill against many on decode. */
export const oneStatePage: ReportScenario = {
  class: 'index',
  report: 'B16',
  source: 'sgl-project/sglang#23444',
  caughtBy: 'list-cut, and window words that are missing',
  scenario: {
    name: 'one-state-page',
    title: 'Prefill lists one state page, decode five',
    description: 'A guard cut the wrong list. The report had 1 against 391 pages of a sparse-attention model; a window of 1,024 tokens gives five pages here.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, swaRatio: 0.9, window: 1024, target: { c4StateRows: 64 } },
    decode: { ...SMALL, swaRatio: 0.9, window: 1024, target: { c4StateRows: 64 } },
    requests: [{ length: PROMPT }],
    faults: [{ kind: 'index-list-cut', list: 'swa', side: 'prefill', end: 'tail', entries: 4 }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['list-cut', 'not-arrived'], bytes: { 'target/swa': { right: 898_560, missing: 3_594_240 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
