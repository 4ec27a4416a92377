/** @file Item lengths of the KV list, entry by entry. */
import { NEVER } from '../moments.ts';
import type { PairCheck } from '../pairCheck.ts';
import { MOONCAKE, WORKED_OUT } from '../sources.ts';
import { itemLengthFacts, listName, misplacement } from './misplacement.ts';

/** `kv-item-length`: of decode's, only the first travels to prefill (frame 9), and it is used for other models only. */
export const kvItemLength: PairCheck = {
  id: 'kv-item-length',
  title: 'KV entries have one item length on both nodes',
  moment: NEVER,
  said: null,
  words: '{entries} entries of the {list} from {first} on have items of {prefill} B on prefill and {decode} B on decode',
  engine: 'silent',
  severity: 'error',
  compared: 'bytes of a page, for every pair of KV entries that stand at one position.',
  meaning:
    'An item is what one page id stands for. The sender multiplies the page ids of both nodes by its own item length, so that the two nodes must agree on it.',
  consequence: (values) => misplacement(values, 'page'),
  mend: () =>
    'Give both nodes the same pool mode, page size, KV dtype, indexer form (--enable-deepseek-v4-fp4-indexer), --dsv4-attn-backend and engine version.',
  example: { list: 'KV list', entries: '21', first: 'target/indexer/0', prefill: '8448', decode: '4352', length: '1118464' },
  situations: [
    'The fp4 indexer on one node only: 8,448 B against 4,352 B.',
    'Paged pools on one node, unified on the other: 37,440 B against 65,536 B.',
    'The trtllm backend on one node only: 37,440 B against 32,768 B.',
  ],
  related: ['state-item-length', 'kv-entry-count', 'entry-content', 'fp4-indexer-mismatch', 'mode-mismatch', 'attention-backend-mismatch'],
  sources: [MOONCAKE, WORKED_OUT],
  run: ({ lists }) => lists.filter(({ list }) => list === 'kv').flatMap((compared) => itemLengthFacts(compared, listName(compared))),
};
