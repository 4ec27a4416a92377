/** @file Widths of the metadata rows, buffer by buffer. */
import type { PairCheck } from '../pairCheck.ts';
import { MOONCAKE, WORKED_OUT } from '../sources.ts';
import { misplacement } from './misplacement.ts';

/** `metadata-row-width`: an EAGLE-type draft makes the hidden-state buffer as wide as the model. */
export const metadataRowWidth: PairCheck = {
  id: 'metadata-row-width',
  title: 'Metadata rows are of one width on both nodes',
  moment: { node: 'decode', at: 'never, or when the request is committed and the room id of its row is not its own' },
  said: null,
  words: 'metadata buffer {buffer} ({name}) has rows of {prefill} B on prefill and {decode} B on decode',
  engine: 'silent',
  severity: 'error',
  compared: 'bytes of a row, for every metadata ("aux") buffer. The number of rows may differ: each node picks its own.',
  meaning:
    "One row a request carries the first token, its log-probabilities, the draft's seeds and the room id. Row numbers of the two nodes are independent, and the sender multiplies both by its own width.",
  consequence: (values) => `${misplacement(values, 'row')} The draft of that request starts from a hidden state of another request, or from none.`,
  mend: () => 'Speculate on both nodes or on neither (--speculative-algorithm), with the same model and sampling-mask settings.',
  example: { buffer: '8', name: 'metadata/output_hidden_states', prefill: '64', decode: '8192', length: '131072' },
  situations: ['Speculation on one node only: rows of 64 B against hidden size x 2 B.', 'Two models of other hidden size.'],
  related: ['metadata-buffer-count', 'speculation-one-side', 'metadata-room-mismatch', 'metadata-not-ready'],
  sources: [MOONCAKE, WORKED_OUT],
  run: ({ routes }) =>
    routes.flatMap(({ prefill, decode }) =>
      prefill.kvArgs.aux.length !== decode.kvArgs.aux.length
        ? []
        : decode.kvArgs.aux.flatMap((dst, buffer) => {
            const src = prefill.kvArgs.aux[buffer];
            if (src === undefined || src.itemBytes === dst.itemBytes) return [];
            const [p, d] = [String(src.itemBytes), String(dst.itemBytes)];
            const values = { buffer: String(buffer), name: dst.tensor, prefill: p, decode: d, length: String(dst.lengthBytes) };
            return [{ side: 'decode' as const, values, prefill: `${p} B`, decode: `${d} B` }];
          }),
    ),
};
