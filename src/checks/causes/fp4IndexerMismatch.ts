/** @file Cause: the fp4 indexer on one node only. */
import { POOL, WORKED_OUT } from '../sources.ts';
import { cause } from './cause.ts';

/** `fp4-indexer-mismatch`. */
export const fp4IndexerMismatch = cause({
  id: 'fp4-indexer-mismatch',
  title: 'Both nodes keep indexer keys in one form',
  setting: 'fp4Indexer',
  words: 'the C4 indexer is {prefill} on prefill and {decode} on decode',
  compared: '--enable-deepseek-v4-fp4-indexer of the two nodes.',
  meaning: 'A page of indexer keys is 64 x 132 B in fp8 and 64 x 68 B in fp4. Unified pools from 2026-09 keep fp4 as two entries a layer, all payloads first.',
  consequence: ({ prefill }) => {
    const [p, d] = prefill === 'fp4' ? ['4,352', '8,448'] : ['8,448', '4,352'];
    return `An indexer page is ${p} B on prefill and ${d} B on decode: page i lands at i x ${p}, and what lands is read as keys of another width. The indexer then picks the wrong C4 rows, without any row of KV being wrong. In unified pools from 2026-09 the KV lists differ in length as well, and every entry behind the indexers is shifted or cut.`;
  },
  mend: () => 'Give --enable-deepseek-v4-fp4-indexer to both nodes or to neither.',
  example: { prefill: 'fp8', decode: 'fp4' },
  situations: ['A flag of a decode recipe that prefill was not given.', 'Devices without fp4 on one side.'],
  related: ['kv-item-length', 'kv-entry-count'],
  sources: [POOL, WORKED_OUT],
  show: ({ engine }) => (engine.fp4Indexer ? 'fp4' : 'fp8'),
});
