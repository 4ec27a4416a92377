/** @file Messages of the NIXL backend. */
import { type CatalogueEntry, type MessageEntry, message } from '../entry.ts';
import { AT_MANAGER, AT_TRANSFER } from '../moments.ts';
import { NIXL } from '../sources.ts';

const atRegistration = {
  moment: { node: 'prefill', at: 'when decode registers its memory with prefill' },
  said: 'RuntimeError',
  engine: 'dies',
  severity: 'error',
  sources: [NIXL],
} as const;
const atStart = { moment: { node: 'both', at: AT_MANAGER }, said: 'RuntimeError', engine: 'refuses', severity: 'error', sources: [NIXL] } as const;

/** A failed registration of one kind of memory. */
function registrationFailed(kind: 'kv' | 'aux' | 'state', words: string, example: MessageEntry['example']): CatalogueEntry {
  return message({
    ...atStart,
    id: `nixl-registration-${kind}`,
    title: `NIXL could not register ${kind} memory`,
    words,
    compared: 'nothing: the backend below NIXL (UCX) refused a region.',
    meaning: 'Memory must be pinned and known to the network card before anybody can write to it.',
    consequence: 'The node does not start.',
    mend: 'On this node, look for the message of UCX before it; check memory limits (ulimit -l), the peer-memory driver, and the size of the largest region that the card registers.',
    example,
    situations: ['A container without the capability to lock memory.', 'A region larger than the card registers in one piece.'],
    related: ['nixl-fewer-regions'],
  });
}

/** All of them. */
export const NIXL_MESSAGES: readonly CatalogueEntry[] = [
  message({
    ...atRegistration,
    id: 'nixl-fewer-regions',
    title: 'Decode registered fewer KV entries than prefill',
    words: 'NIXL PD transfer: decode registered fewer KV regions ({decode}) than prefill ({prefill}); unexpected geometry',
    compared: 'number of KV entries. More on decode is allowed, as a decode that alone speculates has; the extra ones are not written.',
    meaning: 'NIXL prepares one list of descriptors for each entry of prefill, and needs an entry of decode for each. Item lengths and kinds are not compared.',
    consequence: 'Requests of this decode server fail on prefill. With Mooncake the lists would go through pipeline slicing instead.',
    mend: 'Load the same model on both nodes, in the same pool mode and indexer form.',
    example: { decode: '62', prefill: '83' },
    situations: ['fp4 indexers of unified pools on prefill only.', 'Two models.'],
    related: ['kv-entry-count', 'nixl-descriptor-length'],
  }),
  message({
    ...atRegistration,
    id: 'nixl-descriptor-length',
    title: "A prepared descriptor is longer than decode's item",
    words: 'NIXL prepared dlist transfer length exceeds item stride: {rest}',
    compared: "prefill's item length against decode's, for each KV entry: NIXL steps with decode's stride and writes prefill's length.",
    meaning: 'The one place where an engine compares item lengths: only where prefill has the longer item, and only for KV.',
    consequence: 'Requests of this decode server fail on prefill. A shorter item passes, and leaves the end of every page as it was.',
    mend: 'Give both nodes the same pool mode, page size, KV dtype and indexer form.',
    example: { rest: 'length=8448 stride=4352' },
    situations: ['The fp4 indexer on decode only.'],
    related: ['kv-item-length', 'fp4-indexer-mismatch', 'nixl-fewer-regions'],
  }),
  message({
    ...atRegistration,
    id: 'nixl-hisparse-speculation',
    title: 'HiSparse and decode-only speculation exclude each other under NIXL',
    words: 'NIXL PD transfer does not support HiSparse combined with decode-only speculative decoding.',
    compared: 'HiSparse on decode, and more KV entries on decode than on prefill.',
    meaning: 'Extra entries of decode are told apart by their number, which HiSparse changes as well.',
    consequence: 'Requests of this decode server fail on prefill.',
    mend: 'Speculate on both nodes, or turn HiSparse off on decode.',
    example: {},
    situations: ['A decode node with both switched on.'],
    related: ['speculation-one-side', 'nixl-fewer-regions'],
  }),
  registrationFailed('kv', 'NIXL memory registration failed for {kind} kv tensors', { kind: 'VRAM' }),
  registrationFailed('aux', 'NIXL memory registration failed for aux tensors', {}),
  registrationFailed('state', 'NIXL memory registration failed for state tensors', {}),
  message({
    ...atStart,
    id: 'nixl-mem-kinds',
    title: 'Memory kinds do not match the KV entries',
    words: 'kv_data_mem_kinds length mismatch: got {got}, expected {expected}',
    compared: 'the list that says VRAM or DRAM for each KV entry, against the number of entries.',
    meaning: 'HiSparse keeps some entries in host memory, and NIXL must be told which.',
    consequence: 'The node does not start.',
    mend: 'Use a pool class and a manager of one version on this node.',
    example: { got: '62', expected: '63' },
    situations: ['Draft entries appended after the list of kinds was made.'],
    related: ['nixl-fewer-regions'],
  }),
  message({
    id: 'nixl-transfer-error',
    title: 'NIXL reports a failed write',
    moment: AT_TRANSFER,
    said: 'RuntimeError',
    words: 'NIXL transfer encountered ERR room={room}',
    engine: 'dies',
    severity: 'error',
    compared: 'nothing: a posted write came back with the state ERR.',
    meaning: 'The network or the peer refused the write: an address outside what was registered, or a connection that is gone.',
    consequence: 'The room fails on prefill; decode is not told and waits until its timeout.',
    mend: "Check that decode is alive, and that both nodes' item lengths agree: a wrong length leaves the registered region.",
    example: { room: '4242' },
    situations: ['Decode was restarted.', 'Items of prefill that are longer than those of decode.'],
    related: ['kv-item-length', 'state-item-length', 'waiting-timeout', 'out-of-range'],
    sources: [NIXL],
  }),
];
