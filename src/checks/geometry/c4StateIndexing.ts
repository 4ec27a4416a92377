/** @file What the index list of unified C4 state means on the two nodes. */
import { NEVER } from '../moments.ts';
import type { PairCheck } from '../pairCheck.ts';
import { POOL, WORKED_OUT } from '../sources.ts';

/** `c4-state-indexing`: pages on one node, slots on the other. */
export const c4StateIndexing: PairCheck = {
  id: 'c4-state-indexing',
  title: 'Both nodes address C4 state by the same kind of index',
  moment: NEVER,
  said: null,
  words: 'C4 state of unified pools is addressed by {prefill} on prefill and by {decode} on decode',
  engine: 'silent',
  severity: 'error',
  compared: 'what addresses C4 state in unified mode: the SWA page (2026-08) or the request slot (2026-09).',
  meaning:
    'The pool of 2026-09 keeps one C4 ring a request slot, that of 2026-08 one an SWA page. The component and its item length are the same, so that nothing shows in what is registered.',
  consequence: () =>
    'A request of one SWA page happens to arrive whole, since both indices stand for one ring. Of a request of two pages (300 tokens, say) the ring of the older page lands where the newest belongs, with a warning about lists of unlike length, in every C4 attention and indexer state.',
  mend: () => 'Run one version of the engine on both nodes.',
  example: { prefill: 'swa-page', decode: 'slot' },
  situations: ['A rolling upgrade in which one node has the newer pool.'],
  related: ['c4-state-address', 'revision-mismatch', 'swa-list-length'],
  sources: [POOL, WORKED_OUT],
  run: ({ prefill, decode }) => {
    const [p, d] = [prefill.indexing, decode.indexing];
    if (p?.mode !== 'unified' || d?.mode !== 'unified' || p.c4StateIndex === d.c4StateIndex) return [];
    return [{ side: 'decode', values: { prefill: p.c4StateIndex, decode: d.c4StateIndex }, prefill: p.c4StateIndex, decode: d.c4StateIndex }];
  },
};
