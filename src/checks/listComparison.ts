/**
 * @file Both nodes' lists, paired as prefill's backend pairs them: by position, through pipeline slicing, with the sender's item length. Shows what each entry of
 * prefill is written onto, what decode registered and nobody writes, and where the engine raises.
 */
import { EngineError } from '../core/errors.ts';
import type { KvEntry } from '../kvargs/kvArgs.ts';
import type { TransferBackend } from '../model/engineConfig.ts';
import { PERSONALITIES } from '../plan/engines/registry.ts';
import { type EntryPair, pairEntries } from '../plan/engines/sending.ts';
import type { PairRank, Route } from './pairRank.ts';

/** An entry of prefill and the one of decode that it is written onto. */
export interface PairedEntry {
  readonly src: KvEntry;
  readonly dst: KvEntry;
  /** What each holds; null where tensors have no names. */
  readonly srcContent: string | null;
  readonly dstContent: string | null;
}

/** One list of one decode rank, and every list of prefill that goes into it. */
export interface ListComparison {
  /** `kv`, or the position of a state component. */
  readonly list: 'kv' | number;
  /** Types at this position; null = the node has no component there. Prefill: of the first sender that has one. */
  readonly prefillType: string | null;
  readonly decodeType: string | null;
  /** Entries of each sender that has the list, and of decode. */
  readonly prefillCounts: readonly number[];
  readonly decodeCount: number;
  readonly pairs: readonly PairedEntry[];
  /** What the engine raises while pairing. */
  readonly error: EngineError | null;
  /** Entries of decode that no sender writes. */
  readonly unwritten: readonly KvEntry[];
}

/** All lists of all decode ranks. */
export function compareLists(routes: readonly Route[], backend: TransferBackend): ListComparison[] {
  const receivers = [...new Set(routes.map(({ decode }) => decode))];
  return receivers.flatMap((receiver) => {
    const senders = routes.filter(({ decode }) => decode === receiver).map(({ prefill }) => prefill);
    const components = Math.max(receiver.kvArgs.state.length, ...senders.map(({ kvArgs }) => kvArgs.state.length));
    return [
      compareList(senders, receiver, 'kv', backend),
      ...Array.from({ length: components }, (_, position) => compareList(senders, receiver, position, backend)),
    ];
  });
}

interface TypedList {
  readonly type: string;
  readonly entries: readonly KvEntry[];
}

function listOf({ kvArgs }: PairRank, list: 'kv' | number): TypedList | null {
  if (list === 'kv') return { type: 'kv', entries: kvArgs.kv };
  return kvArgs.state[list] ?? null;
}

function compareList(senders: readonly PairRank[], receiver: PairRank, list: 'kv' | number, backend: TransferBackend): ListComparison {
  const received = listOf(receiver, list);
  const target = received?.entries ?? [];
  const written = new Set<number>();
  const pairs: PairedEntry[] = [];
  let error: EngineError | null = null;
  let prefillType: string | null = null;
  const prefillCounts: number[] = [];
  for (const sender of senders) {
    const sent = listOf(sender, list);
    if (sent === null) continue;
    // The first type that is not decode's is the one worth telling.
    if (prefillType === null || prefillType === received?.type) prefillType = sent.type;
    prefillCounts.push(sent.entries.length);
    if (received === null || sent.type !== received.type) continue;
    try {
      for (const { srcPosition, dstPosition } of pairPositions(sender, sent, target.length, backend)) {
        const [src, dst] = [sent.entries[srcPosition], target[dstPosition]];
        if (src === undefined || dst === undefined) continue;
        written.add(dstPosition);
        pairs.push({ src, dst, srcContent: sender.contentOf(src.tensor), dstContent: receiver.contentOf(dst.tensor) });
      }
    } catch (raised) {
      if (!(raised instanceof EngineError)) throw raised;
      error ??= raised;
    }
  }
  return {
    list,
    prefillType,
    decodeType: received?.type ?? null,
    prefillCounts,
    decodeCount: target.length,
    pairs,
    error,
    unwritten: target.filter((_, position) => !written.has(position)),
  };
}

/** One page, which every backend pairs: what is asked here is which entries do. */
const ONE_PAGE = Int32Array.of(1);

function pairPositions({ kvArgs }: PairRank, { type, entries }: TypedList, entryCount: number, backend: TransferBackend): readonly EntryPair[] {
  const stage = { startLayer: kvArgs.prefillStartLayer ?? 0, endLayer: kvArgs.prefillEndLayer, ratios: kvArgs.compressRatios };
  const itemBytes = entries.map((entry) => entry.itemBytes);
  if (type !== 'kv') return pairEntries(itemBytes, entryCount, stage, type);
  // What the fake backend leaves unsent is said by the check of backends, not entry by entry.
  const personality = PERSONALITIES[backend === 'fake' ? 'mooncake' : backend];
  const { batches, error } = personality.sendKv({ itemBytes, entryCount, prefillPages: ONE_PAGE, decodePages: ONE_PAGE, stage });
  if (error !== null) throw error;
  return batches[0]?.pairs ?? [];
}
