/** @file State components by position: their number and their types. */
import type { ListComparison } from '../listComparison.ts';
import type { NodePair } from '../nodePair.ts';
import type { Fact, PairCheck } from '../pairCheck.ts';
import { MOONCAKE, STATE_SETUP, VECTORS } from '../sources.ts';
import { stateError } from './sampleSend.ts';

/** Types whose index lists must be of equal length; any other is cut. */
const EXACT: ReadonlySet<string> = new Set(['swa_ring', 'c128_state']);

/** `component-list`: the third of the four silent mismatches is a component that only decode has. */
export const componentList: PairCheck = {
  id: 'component-list',
  title: 'Both nodes register the same components in the same order',
  moment: { node: 'prefill', at: "in prefill's transfer worker, with the last chunk of a request; or never" },
  said: null,
  words: 'component {position} is {prefill} on prefill and {decode} on decode',
  engine: 'silent',
  severity: 'error',
  compared: "state types, position by position: SWA, then SWA_RING (unified), C128_STATE (with a C128 layer), then the draft's.",
  meaning:
    "Components are matched by position. Types are registered on both sides and compared on neither; prefill's type decides how index lists are treated.",
  consequence: ({ position, prefill, decode, bytes, entries }) => {
    const at = position ?? 'i';
    if (prefill === 'none') {
      const size = entries === undefined ? '' : ` (${entries} entries, ${bytes} B an index)`;
      return `Prefill sends nothing to component ${at}${size}, and nothing complains: decode keeps what an earlier request left there. Where it is the draft's window, the draft starts cold and its tokens are rejected; text stays right and speculation does not pay.`;
    }
    if (decode === 'none') {
      return `Decode has no component ${at}: prefill's transfer worker takes it for an empty list and raises, its thread dies, and this room and every room behind it on the queue wait until decode's timeout. KV and the components before it have gone out.`;
    }
    const fate = EXACT.has(prefill ?? '')
      ? `lists of unlike length raise "${(prefill ?? '').toUpperCase()} state index length mismatch", and the transfer worker's thread dies; where they happen to be of one length, ${prefill} items land in ${decode} items`
      : `the longer list is cut with a warning and ${prefill ?? 'one kind of'} items are written at indices of ${decode ?? 'another'}`;
    return `Prefill's component ${at} (${prefill ?? '?'}) is sent to decode's (${decode ?? '?'}): ${fate}.`;
  },
  mend: ({ prefill, decode }) =>
    prefill === 'none'
      ? 'On prefill, load the draft as on decode (--speculative-algorithm, --speculative-draft-model-path), or turn it off on decode.'
      : decode === 'none'
        ? 'On decode, load the draft as on prefill (--speculative-algorithm, --speculative-draft-model-path), or turn it off on prefill.'
        : 'Use the same model, pool mode and speculation on both nodes. With pipeline stages on prefill, give every stage a C128 layer (--pp-size), or use as many stages on decode.',
  example: { position: '2', prefill: 'none', decode: 'swa', entries: '1', bytes: '149760' },
  situations: [
    'Speculation, or the draft model, on one node only.',
    'Unified pools on one node only: their second component is SWA_RING.',
    'A pipeline stage of prefill without a C128 layer: its draft stands where decode has C128 state.',
  ],
  related: ['speculation-one-side', 'draft-layers-mismatch', 'mode-mismatch', 'state-entry-count', 'state-index-length'],
  sources: [MOONCAKE, STATE_SETUP, VECTORS],
  run: (pair) => pair.lists.flatMap((compared) => componentFact(compared, pair) ?? []),
};

function componentFact({ list, prefillType, decodeType, unwritten }: ListComparison, pair: NodePair): Fact | null {
  if (list === 'kv' || prefillType === decodeType) return null;
  const [prefill, decode] = [prefillType ?? 'none', decodeType ?? 'none'];
  const bytes = unwritten.reduce((sum, entry) => sum + entry.itemBytes, 0);
  const values = { position: String(list), prefill, decode, entries: String(unwritten.length), bytes: String(bytes) };
  // Where indices are known, prefill's backend says for itself; without, as Mooncake does.
  const known = pair.prefill.indexing !== null && pair.decode.indexing !== null;
  const dies = known ? stateError(pair) !== null : prefillType !== null && (decodeType === null || EXACT.has(prefillType));
  return { side: dies ? 'prefill' : 'decode', values, prefill, decode, ...(dies ? { engine: 'dies' as const } : {}) };
}
