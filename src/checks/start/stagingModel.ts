/** @file Refusal: the staging buffer with an MLA-class model. */
import { AT_QUEUE } from '../moments.ts';
import { bothNodes, nodeFact, type PairCheck } from '../pairCheck.ts';
import { DECODE, PREFILL } from '../sources.ts';

/** `staging-model`: DeepSeek-V4 counts as MLA; its KV is replicated, so there are no heads to gather. */
export const stagingModel: PairCheck = {
  id: 'staging-model',
  title: 'The staging buffer is for models without MLA',
  moment: { node: 'both', at: AT_QUEUE },
  said: 'RuntimeError',
  words: 'SGLANG_DISAGG_STAGING_BUFFER is designed for non-MLA models (e.g. GQA, MHA). MLA models should not set this flag.',
  engine: 'refuses',
  severity: 'error',
  compared: 'SGLANG_DISAGG_STAGING_BUFFER, on a node whose model keeps MLA KV. DeepSeek-V4 counts as MLA.',
  meaning:
    'Staging gathers the slices of attention heads that a rank of another tensor-parallel size needs into one buffer. MLA KV is one latent row that every rank holds whole, so there is nothing to slice.',
  consequence: () =>
    'The node does not start. Nothing would be gained without the check: DeepSeek-V4 moves whole items whatever the tensor-parallel sizes are.',
  mend: () => 'Unset SGLANG_DISAGG_STAGING_BUFFER on this node.',
  example: {},
  situations: [
    'An environment shared with a deployment of a GQA model.',
    'Unequal tensor-parallel sizes, for which the variable is advised with other models.',
  ],
  related: ['staging-chunk', 'staging-pipeline', 'staging-context', 'staging-backend'],
  sources: [PREFILL, DECODE],
  run: (pair) =>
    bothNodes(pair).flatMap((node) =>
      node.model?.kind === 'dsv4' && node.extra.stagingBuffer === true ? [nodeFact(node, {}, 'SGLANG_DISAGG_STAGING_BUFFER=1')] : [],
    ),
};
