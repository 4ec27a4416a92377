/** @file A chunk is sent before the forward pass has written it. */
import { type ReportScenario, SMALL } from '../reportScenario.ts';

/** A chunk is sent before the forward pass has written it. */
export const sentBeforeWritten: ReportScenario = {
  class: 'lifecycle',
  report: 'B42',
  source: 'sgl-project/sglang#33970',
  caughtBy: 'source-not-written, and KV words of what the pages held before',
  scenario: {
    name: 'sent-before-written',
    title: 'The first chunk is sent before prefill has computed it',
    description: 'Prompt 1,024 in chunks of 512: pages 0 and 1 arrive with what they held before, and the wrong part ends exactly at the chunk’s border.',
    model: 'dsv4-mini',
    prefill: { ...SMALL, chunkTokens: 512 },
    decode: SMALL,
    requests: [{ length: 1024 }],
    schedule: [
      { step: 'admit', request: 0 },
      { step: 'send', request: 0, chunk: 0 },
      { step: 'compute', request: 0 },
      { step: 'send', request: 0, chunk: 1 },
      { step: 'commit', request: 0 },
    ],
    expect: {
      status: 'SILENT_CORRUPTION',
      findings: ['source-not-written', 'stale-source'],
      bytes: { 'target/c4_kv': { right: 149_760, wrong: 149_760 }, 'target/swa': { wrong: 0 } },
    },
    fixed: {
      schedule: [
        { step: 'admit', request: 0 },
        { step: 'compute', request: 0 },
        { step: 'send', request: 0 },
        { step: 'commit', request: 0 },
      ],
      expect: { status: 'PASS' },
    },
  },
};
