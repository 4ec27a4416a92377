/** @file Refusal: the staging buffer with pipeline stages. */
import { AT_QUEUE } from '../moments.ts';
import { nodeFact, type PairCheck } from '../pairCheck.ts';
import { PREFILL } from '../sources.ts';

/** `staging-pipeline`: one staging buffer holds all layers of a model. */
export const stagingPipeline: PairCheck = {
  id: 'staging-pipeline',
  title: 'Staging does not work with pipeline stages',
  moment: { node: 'prefill', at: AT_QUEUE },
  said: 'RuntimeError',
  words: 'SGLANG_DISAGG_STAGING_BUFFER does not support pp_size > 1.',
  engine: 'refuses',
  severity: 'error',
  compared: '--pp-size of prefill, with SGLANG_DISAGG_STAGING_BUFFER.',
  meaning: 'Staging packs all layers, K then V, into one buffer. A pipeline stage holds some of them only, and decode would not know which.',
  consequence: () => 'The node does not start.',
  mend: () => 'On prefill, unset SGLANG_DISAGG_STAGING_BUFFER, or use --pp-size 1.',
  example: {},
  situations: ['Pipeline stages added on prefill for long prompts.'],
  related: ['staging-model', 'staging-chunk', 'staging-context'],
  sources: [PREFILL],
  run: ({ prefill }) =>
    prefill.extra.stagingBuffer === true && (prefill.engine?.grid.pp ?? 1) > 1 ? [nodeFact(prefill, {}, `pp ${prefill.engine?.grid.pp}`)] : [],
};
