/** @file Cause: drafts of another number of layers, or on one node only. */
import { cause } from './cause.ts';
import { speculationText } from './speculationOneSide.ts';

/** `draft-layers-mismatch`: the third of the four silent mismatches, where prefill has fewer. */
export const draftLayersMismatch = cause({
  id: 'draft-layers-mismatch',
  title: 'Both nodes have a draft of the same number of layers',
  setting: 'speculation',
  words: 'prefill runs with {prefill}, decode with {decode}',
  compared: 'the NextN layers of the draft pools, on nodes that both speculate.',
  meaning: 'The draft registers a component of its own, one entry a NextN layer, the last in the list. A node without draft layers registers none.',
  consequence: ({ prefill, decode }) => {
    const layers = (text: string | undefined) => Number(/(\d+) draft layer/.exec(text ?? '')?.[1] ?? Number.NaN);
    const [p, d] = [layers(prefill), layers(decode)];
    if (p < d)
      return `${p === 0 ? 'The draft' : `${d - p} of the draft's ${d} layers`} on decode ${p === 0 ? 'gets' : 'get'} nothing, 149,760 B a page and layer (131,072 B a request in unified mode): it drafts from a window of another request. Where prefill has some of the layers, the lists may also fail to pair.`;
    return 'Prefill sends a draft layer that decode does not have: its transfer worker raises, the thread dies, and decode waits until its timeout.';
  },
  mend: () => 'Load the same draft model (--speculative-draft-model-path) on both nodes.',
  example: { prefill: '4 draft tokens, 0 draft layers', decode: '4 draft tokens, 1 draft layer' },
  situations: ['A draft that failed to load on one node.', 'A draft of several NextN layers against one of one.'],
  related: ['speculation-one-side', 'component-list', 'state-entry-count', 'draft-swa-only'],
  fits: (prefill, decode) => prefill.engine.speculation !== null && decode.engine.speculation !== null,
  show: ({ engine: { speculation } }) => speculationText(speculation),
});
