/** @file Findings of this simulator's own runs, where a hand-off is carried out. */
import { type CatalogueEntry, message } from '../entry.ts';
import { AT_TRANSFER } from '../moments.ts';
import { MOONCAKE, WORKED_OUT } from '../sources.ts';

/** All of them. */
export const RUN_FINDINGS: readonly CatalogueEntry[] = [
  message({
    id: 'transfer-failed',
    title: 'The hand-off ended with an exception of the engine',
    moment: AT_TRANSFER,
    said: null,
    words: '{error}',
    engine: 'dies',
    severity: 'error',
    compared: 'nothing: a finding of a run of this simulator, in the exact words of the engine.',
    meaning: "The run came to a point at which prefill's transfer worker raises. What had gone out before was carried out and accounted for.",
    consequence: "Prefill's transfer thread dies with it; decode waits for this room, and for every room behind it on the queue, until its timeout.",
    mend: 'Make the two nodes agree on the component that the message names; `disagg-sim check` on the same scenario says which setting to change.',
    example: { error: 'RuntimeError: C128_STATE state index length mismatch: prefill=1, dst=0' },
    situations: ['Any finding of check that says the engine fails later.'],
    related: ['transfer-thread-failed', 'state-index-length', 'pp-list-length', 'component-list'],
    sources: [MOONCAKE, WORKED_OUT],
  }),
  message({
    id: 'out-of-range',
    title: 'Blocks leave every registered region',
    moment: AT_TRANSFER,
    said: null,
    words: '{blocks} of {type} ({source} to {destination}, items of {item} B) outside every registered region on {side}',
    engine: 'dies',
    severity: 'error',
    compared: 'the bytes of every block against the regions that the node registered. A finding of a run of this simulator.',
    meaning: "An index times the sender's item length came to an address that no entry holds.",
    consequence: 'A network card refuses such a write, and the session is blacklisted; a copy by address would write foreign memory.',
    mend: 'Where the nodes have different item lengths for this entry, make them the same: `disagg-sim check` on the same scenario says which setting to change. Where they are the same, look at the indices, and at whether offsets are computed in 64 bits from the right start.',
    example: { blocks: '2 blocks', type: 'swa', source: 'target/attn_state/2', destination: 'target/attn_state/2', item: '131,072', side: 'decode' },
    situations: [
      'A sender with the longer item: speculation or float32 states on prefill only.',
      'A product of index and item length that wraps around in 32 bits.',
    ],
    related: ['state-item-length', 'kv-item-length', 'kv-send-failed', 'nixl-transfer-error'],
    sources: [WORKED_OUT],
  }),
];
