/** @file Refusal: a prefill node that would send nothing. */
import { AT_ARGUMENTS } from '../moments.ts';
import { nodeFact, type PairCheck } from '../pairCheck.ts';
import { SERVER_ARGS } from '../sources.ts';

/** `fake-on-prefill`: the fake backend is for decode nodes that are measured alone. */
export const fakeOnPrefill: PairCheck = {
  id: 'fake-on-prefill',
  title: 'Prefill cannot use the fake backend',
  moment: { node: 'prefill', at: AT_ARGUMENTS },
  said: 'ValueError',
  words: "Prefill server does not support 'fake' as the transfer backend",
  engine: 'refuses',
  severity: 'error',
  compared: '--disaggregation-transfer-backend of prefill, against fake.',
  meaning:
    'The fake backend reports success and moves no byte. Decode uses it for warm-up requests and to be measured without a peer; a prefill server with it would serve nobody.',
  consequence: () => 'The node does not start. Without the check decode would wait for data that never come.',
  mend: () => 'On prefill, use --disaggregation-transfer-backend mooncake, or whatever decode uses.',
  example: {},
  situations: ['One launch script for both roles, with the backend of a decode benchmark.'],
  related: ['backend-unsupported', 'backend-mismatch'],
  sources: [SERVER_ARGS],
  run: ({ prefill }) => (prefill.extra.transferBackend === 'fake' ? [nodeFact(prefill, {}, 'fake')] : []),
};
