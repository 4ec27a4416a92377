/** @file The words that lessons use, each in a sentence, folded away under the text. */

const WORDS: readonly { readonly words: string; readonly what: string }[] = [
  {
    words: 'component',
    what: 'One list of the engine’s registration: KV pages; state components (swa, swa_ring, c128_state); the draft’s; metadata rows.',
  },
  {
    words: 'item, block',
    what: 'An item is what one index of a component’s list stands for. A block of the plan is the copy of one item of one tensor, from an address of prefill to one of decode.',
  },
  {
    words: 'C4, C128',
    what: 'Layers whose KV is compressed, four tokens or 128 to one. Their compression state holds the tokens that are not yet a whole group.',
  },
  {
    words: 'attn_state',
    what: 'The engine’s own name of the tensors that hold compression state: of what is c4_state here on C4 layers, and c128_state on C128 layers.',
  },
  { words: 'indexer', what: 'Keys of C4 layers that choose which compressed tokens attention looks at.' },
  {
    words: 'full page',
    what: 'A page of the full pool, which spans a request’s whole context; compressed KV is addressed by it. Pages of the sliding window have numbers of their own.',
  },
  { words: 'slot', what: 'A place for one running request. Slots 8+2 are eight running requests and two being received.' },
  { words: 'metadata row', what: 'A row of small buffers that a request is given on each node: what decode needs to know beside the cache.' },
  {
    words: 'poison',
    what: 'What a word of decode’s memory holds before the hand-off: its own number, which no sender has, so that a word to which nothing came is known.',
  },
  { words: 'right, wrong, missing', what: 'Of words where decode needs data: what should be there is; something else is; nothing arrived.' },
  { words: 'touched, untouched', what: 'Of words where nobody should have written: somebody did; nobody did.' },
  { words: 'guard', what: 'Words between two tensors, where nothing is addressed.' },
];

/** A fold with all of them. */
export function WordList() {
  return (
    <details class="wordList">
      <summary>Words</summary>
      <dl>
        {WORDS.map(({ words, what }) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
