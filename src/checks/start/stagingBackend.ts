/** @file Refusal: the staging buffer with a backend that cannot use it. */
import { AT_ARGUMENTS } from '../moments.ts';
import { bothNodes, nodeFact, type PairCheck } from '../pairCheck.ts';
import { SERVER_ARGS } from '../sources.ts';

/** `staging-backend`: Mooncake and NIXL alone know the staging messages. */
export const stagingBackend: PairCheck = {
  id: 'staging-backend',
  title: 'The staging buffer needs Mooncake or NIXL',
  moment: { node: 'both', at: AT_ARGUMENTS },
  said: 'ValueError',
  words: "SGLANG_DISAGG_STAGING_BUFFER requires disaggregation_transfer_backend='mooncake' or 'nixl', got '{backend}'.",
  engine: 'refuses',
  severity: 'error',
  compared: '--disaggregation-transfer-backend, on a node with SGLANG_DISAGG_STAGING_BUFFER.',
  meaning: 'Staging is a conversation (request, offset, ready, watermark) that only these two backends hold.',
  consequence: () => 'The node does not start. Without the check prefill would wait for staging offsets that this backend never sends.',
  mend: () => 'Unset SGLANG_DISAGG_STAGING_BUFFER on this node, or use --disaggregation-transfer-backend mooncake or nixl on both.',
  example: { backend: 'mori' },
  situations: ['A change of backend with an environment left as it was.'],
  related: ['staging-model', 'backend-unsupported'],
  sources: [SERVER_ARGS],
  run: (pair) =>
    bothNodes(pair).flatMap((node) => {
      const { stagingBuffer, transferBackend } = node.extra;
      if (stagingBuffer !== true || transferBackend === null || transferBackend === 'mooncake' || transferBackend === 'nixl') return [];
      return [nodeFact(node, { backend: transferBackend }, transferBackend)];
    }),
};
