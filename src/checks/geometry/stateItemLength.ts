/** @file Item lengths of the state components, entry by entry. */
import { NEVER } from '../moments.ts';
import type { PairCheck } from '../pairCheck.ts';
import { MOONCAKE, VECTORS, WORKED_OUT } from '../sources.ts';
import { itemLengthFacts, listName, misplacement } from './misplacement.ts';

/** `state-item-length`: decode's travel to prefill (frame 10), which does not compare them. Rings that are addressed by row, and C128 state of 128 rows, have one length whatever the ring. */
export const stateItemLength: PairCheck = {
  id: 'state-item-length',
  title: 'State entries have one item length on both nodes',
  moment: NEVER,
  said: null,
  words: '{entries} entries of {list} from {first} on have items of {prefill} B on prefill and {decode} B on decode',
  engine: 'silent',
  severity: 'error',
  compared:
    'bytes of an item, for every pair of state entries that stand at one position. Ring sizes are not compared: a ring row is 1,024 B and a C128 item 128 rows whatever the ring.',
  meaning:
    'An item of C4 state is the whole ring of a page: 8 rows without speculation, 16 with, of 8,192 B in float32. The sender multiplies the indices of both nodes by its own item length. This is the first and second of the four silent mismatches.',
  consequence: (values) => misplacement(values, values.list?.includes('c128') ? 'item' : 'page'),
  mend: () =>
    'Speculate on both nodes or on neither (--speculative-algorithm), and give both the same SGLANG_DSV4_COMPRESS_STATE_DTYPE and SGLANG_OPT_USE_ONLINE_COMPRESS.',
  example: { list: 'component 0 (swa)', entries: '21', first: 'target/attn_state/2', prefill: '65536', decode: '131072', length: '13254656' },
  situations: [
    'Speculation on one node only: 65,536 B against 131,072 B, a ratio of 2 on C4 states alone.',
    'Another state dtype on one node: a ratio of 2 on C4 and C128 states alike.',
    'Online C128 compression on one node: 6,144 B against 524,288 B, on C128 states alone.',
  ],
  related: ['speculation-one-side', 'state-dtype-mismatch', 'online-c128-mismatch', 'kv-item-length', 'state-entry-count'],
  sources: [MOONCAKE, VECTORS, WORKED_OUT],
  run: ({ lists }) => lists.filter(({ list }) => list !== 'kv').flatMap((compared) => itemLengthFacts(compared, listName(compared))),
};
