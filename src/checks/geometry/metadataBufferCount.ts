/** @file Number of metadata buffers. */
import type { PairCheck } from '../pairCheck.ts';
import { MOONCAKE, WORKED_OUT } from '../sources.ts';

/** `metadata-buffer-count`: buffers are matched by position, so that one more in the middle shifts all behind it, the room id last. */
export const metadataBufferCount: PairCheck = {
  id: 'metadata-buffer-count',
  title: 'Both nodes have the same metadata buffers',
  moment: { node: 'prefill', at: "in prefill's transfer worker, after the state of a request; or on decode, which waits for a room id that lands elsewhere" },
  said: null,
  words: '{prefill} metadata buffers on prefill and {decode} on decode',
  engine: 'dies',
  severity: 'error',
  compared: 'number of metadata ("aux") buffers.',
  meaning:
    "The list is fixed but for sampling masks (three buffers after the log-probabilities), DSA top-k indices, and the hidden states of newer drafts. Prefill sends as many as decode's list has, by position; the room id is the last.",
  consequence: ({ prefill, decode }) => {
    const [p, d] = [Number(prefill), Number(decode)];
    if (!(p >= 0 && d >= 0)) return 'Buffers behind the one that only one node has are shifted, and the room id with them.';
    return d > p
      ? `Prefill indexes its list of ${p} with ${d} positions and raises IndexError: the transfer thread dies after KV and state have gone out.`
      : `Prefill sends its first ${d} buffers. The room id, its last, is not among them: decode's gate sees room 0 and holds the request in Transferring until its timeout.`;
  },
  mend: () => 'Set the same sampling-mask options, and the same engine version, on both nodes.',
  example: { prefill: '10', decode: '13' },
  situations: ['Sampling masks enabled on one node only.', 'Two engine versions, one of which sends more.'],
  related: ['metadata-row-width', 'metadata-not-ready'],
  sources: [MOONCAKE, WORKED_OUT],
  run: ({ routes }) =>
    routes.flatMap(({ prefill, decode }) => {
      const [p, d] = [prefill.kvArgs.aux.length, decode.kvArgs.aux.length];
      return p === d
        ? []
        : [
            {
              side: d > p ? ('prefill' as const) : ('decode' as const),
              values: { prefill: String(p), decode: String(d) },
              prefill: String(p),
              decode: String(d),
            },
          ];
    }),
};
