/** @file Cause: one node speculates, the other does not. */
import { COMPRESS_STATE, POOL, WORKED_OUT } from '../sources.ts';
import { cause } from './cause.ts';

/** `speculation-one-side`: the first of the four silent mismatches. */
export const speculationOneSide = cause({
  id: 'speculation-one-side',
  title: 'Both nodes speculate, or neither does',
  setting: 'speculation',
  words: 'prefill runs with {prefill}, decode with {decode}',
  compared:
    'whether a speculative algorithm is set on each server; nobody compares them. The number of draft tokens may differ: it widens rings that are addressed by row.',
  meaning:
    "Speculation doubles the ring of C4 state (8 rows to 16), adds a draft pool with its own component, and widens the metadata buffer of hidden states to the model's hidden size. All three are sized on each node by its own flags.",
  consequence: ({ prefill, decode }) => {
    const missing =
      decode === 'no speculation'
        ? 'prefill has a draft component that decode lacks, and its transfer worker raises'
        : prefill === 'no speculation'
          ? "nobody sends the draft's window"
          : 'one of the two has a draft that the other lacks';
    return `C4 state items are 65,536 B without speculation and 131,072 B with it (float32), index counts agree, and the sender's length is used for both addresses: page 6 lands in page 3, or over pages 12 and 13. Hidden states land in other requests' metadata rows, and ${missing}.`;
  },
  mend: () => 'Give both nodes the same --speculative-algorithm and draft model, or neither.',
  example: { prefill: 'no speculation', decode: '4 draft tokens, 1 draft layer' },
  situations: [
    'Speculation looked at as a matter of decode, which is where tokens are drafted.',
    'A prefill recipe that leaves speculation out to save memory.',
  ],
  related: ['draft-layers-mismatch', 'state-item-length', 'metadata-row-width', 'component-list', 'online-c128-with-speculation'],
  sources: [POOL, COMPRESS_STATE, WORKED_OUT],
  fits: (prefill, decode) => (prefill.engine.speculation === null) !== (decode.engine.speculation === null),
  show: ({ engine: { speculation } }) => speculationText(speculation),
});

/** A node's speculation as printed. */
export function speculationText(speculation: { readonly draftTokens: number; readonly draftLayers: number } | null): string {
  if (speculation === null) return 'no speculation';
  const { draftTokens, draftLayers } = speculation;
  return `${draftTokens} draft token${draftTokens === 1 ? '' : 's'}, ${draftLayers} draft layer${draftLayers === 1 ? '' : 's'}`;
}
