/** @file Refusal: the staging buffer with context parallelism. */
import { AT_QUEUE } from '../moments.ts';
import { nodeFact, type PairCheck } from '../pairCheck.ts';
import { PREFILL } from '../sources.ts';

/** `staging-context`: pages that are split among ranks are not one staging chunk. */
export const stagingContext: PairCheck = {
  id: 'staging-context',
  title: 'Staging does not work with context parallelism on prefill',
  moment: { node: 'prefill', at: AT_QUEUE },
  said: 'RuntimeError',
  words: 'SGLANG_DISAGG_STAGING_BUFFER does not support prefill context parallelism.',
  engine: 'refuses',
  severity: 'error',
  compared: '--attn-cp-size of prefill, with SGLANG_DISAGG_STAGING_BUFFER.',
  meaning: 'With context parallelism the pages of a chunk can be sent by several ranks, while a staging chunk has one writer and one offset.',
  consequence: () => 'The node does not start.',
  mend: () => 'On prefill, unset SGLANG_DISAGG_STAGING_BUFFER, or use --attn-cp-size 1.',
  example: {},
  situations: ['Context parallelism added on prefill for long prompts.'],
  related: ['staging-model', 'staging-chunk', 'staging-pipeline'],
  sources: [PREFILL],
  run: ({ prefill }) =>
    prefill.extra.stagingBuffer === true && (prefill.engine?.grid.cp ?? 1) > 1 ? [nodeFact(prefill, {}, `cp ${prefill.engine?.grid.cp}`)] : [],
};
