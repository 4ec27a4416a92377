/** @file The small metadata block arrives in part. */
import { type ReportScenario, SMALL } from '../reportScenario.ts';

/** The small metadata block arrives in part. */
export const metadataTorn: ReportScenario = {
  class: 'transfer',
  report: 'B39',
  source: 'sgl-project/sglang#9261',
  caughtBy: 'metadata words that are missing',
  scenario: {
    name: 'metadata-torn',
    title: 'The metadata row arrives in part: KV is right, the first token is not',
    description: 'Over one transport small host buffers did not arrive right. Metadata is a component of its own here.',
    model: 'dsv4-mini',
    prefill: SMALL,
    decode: SMALL,
    requests: [{ length: 300 }],
    faults: [{ kind: 'torn-write', request: 0, component: 'aux', share: 0.25 }],
    expect: { status: 'SILENT_CORRUPTION', findings: ['committed-early'], bytes: { metadata: { missing: 1200 }, 'target/swa': { wrong: 0, missing: 0 } } },
    fixed: { faults: [], expect: { status: 'PASS' } },
  },
};
