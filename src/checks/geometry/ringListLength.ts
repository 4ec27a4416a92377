/** @file Lists of ring rows of the two nodes. */
import { AT_TRANSFER } from '../moments.ts';
import type { PairCheck } from '../pairCheck.ts';
import { MOONCAKE, VECTORS } from '../sources.ts';

/** `ring-list-length`: windows must be equal; ring sizes need not be, since rows are addressed one by one. */
export const ringListLength: PairCheck = {
  id: 'ring-list-length',
  title: 'Both nodes list as many ring rows of a request',
  moment: AT_TRANSFER,
  said: 'RuntimeError',
  words: 'SWA_RING state index length mismatch: prefill={prefill}, dst={decode}',
  engine: 'dies',
  severity: 'error',
  compared:
    'the windows of the two nodes in unified mode: a list has min(window, tokens) rows. Ring sizes are not compared and may differ: rows are slot*ring + position mod ring, each side with its own.',
  meaning:
    'Ring rows are listed one by one, in order of position. Lists of unlike length cannot stand for the same positions, and the engine refuses to cut them.',
  consequence: ({ prefill, decode }) =>
    `With every prompt longer than ${Math.min(Number(prefill ?? 'NaN'), Number(decode ?? 'NaN')) || 'the smaller window'} tokens prefill's transfer worker raises; its thread dies, and this room and every room behind it on the queue wait until decode's timeout. KV and the components before the ring have gone out.`,
  mend: () => 'Give both nodes the same sliding window (sliding_window of the model config; --json-model-override-args).',
  example: { prefill: '128', decode: '64' },
  situations: ['A sliding_window overridden on one node.', 'Two model configs.'],
  related: ['window-mismatch', 'swa-list-length', 'state-index-length', 'swa-ring-geometry'],
  sources: [MOONCAKE, VECTORS],
  run: ({ prefill, decode }) => {
    const [p, d] = [prefill.indexing, decode.indexing];
    if (p?.mode !== 'unified' || d?.mode !== 'unified' || p.windowTokens === d.windowTokens) return [];
    const [sent, received] = [String(p.windowTokens), String(d.windowTokens)];
    return [{ side: 'prefill', values: { prefill: sent, decode: received }, prefill: `window ${sent}`, decode: `window ${received}` }];
  },
};
