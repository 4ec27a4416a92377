/** @file Refusal: a transfer backend that does not exist. */
import { AT_MANAGER } from '../moments.ts';
import { bothNodes, nodeFact, type PairCheck } from '../pairCheck.ts';
import { COMMON_MANAGER } from '../sources.ts';

/** Names that the server takes; `mooncake_tcp` becomes mooncake with MC_FORCE_TCP=1. */
const BACKENDS: ReadonlySet<string> = new Set(['mooncake', 'mooncake-old', 'mooncake_tcp', 'mori', 'nixl', 'ascend', 'fake']);

/** `backend-unsupported`. */
export const backendUnsupported: PairCheck = {
  id: 'backend-unsupported',
  title: 'The transfer backend is not known',
  moment: { node: 'both', at: AT_MANAGER },
  said: 'ValueError',
  words: 'Unsupported transfer backend: {backend}',
  engine: 'refuses',
  severity: 'error',
  compared: '--disaggregation-transfer-backend, against mooncake, mori, nixl, ascend and fake.',
  meaning: 'Each backend has its own manager, sender and receiver; there is none of this name.',
  consequence: () => 'The node does not start.',
  mend: () => 'On this node, use --disaggregation-transfer-backend mooncake, nixl, mori or ascend; the same on both.',
  example: { backend: 'nccl' },
  situations: ['A backend of another engine, or of a newer version.', 'A typing error.'],
  related: ['backend-mismatch', 'fake-on-prefill', 'mode-unsupported'],
  sources: [COMMON_MANAGER],
  run: (pair) =>
    bothNodes(pair).flatMap((node) => {
      const { transferBackend } = node.extra;
      return transferBackend === null || BACKENDS.has(transferBackend) ? [] : [nodeFact(node, { backend: transferBackend }, transferBackend)];
    }),
};
