/**
 * @file What spans say together. A span alone cannot tell a wrong item length from a wrong base, a late write from a wrong page, or why something is missing; its neighbours of the
 * same list can. Lists are registered and sent as one, so causes are settled list by list.
 */
import { groupBy } from '../../core/groupBy.ts';
import type { AreaFamily } from '../areas.ts';
import { type Attribution, because, itemOf } from './attribute.ts';
import type { CauseClassId } from './causes.ts';
import type { Holders } from './holders.ts';
import type { Observation, Spot } from './observe.ts';
import { entryItems, explainStrides } from './strides.ts';

/** A span with its cause. */
export interface Clue {
  readonly observation: Observation;
  readonly attribution: Attribution;
}

/** Families that travel by one index list, by the name of the list. */
const LIST_OF: Readonly<Partial<Record<AreaFamily, string>>> = {
  c4_kv: 'kv',
  c4_indexer: 'kv',
  c128_kv: 'kv',
  plain: 'kv',
  swa: 'swa',
  c4_state: 'swa',
  c4_indexer_state: 'swa',
};

/** Causes by which words lie in wrong places, so that what should be there is missing elsewhere. */
const DISPLACING: ReadonlySet<CauseClassId> = new Set<CauseClassId>([
  'item-length',
  'component-order',
  'layer-pairing',
  'index-shift',
  'wrong-page',
  'null-page',
  'ring-rows',
  'base-pointer',
  'offset-wrap',
  'aux-row',
  'late-write',
]);

/** Settles the causes of all spans. */
export function reconcile(clues: readonly Clue[], holders: { readonly prefill: Holders; readonly decode: Holders }): readonly Clue[] {
  return explainMissing(tellLateWrites(settleStrides(clues, holders)));
}

/** `target/swa`, `draft/swa`, `target/kv`: the list that a place is reached by. */
function listOf({ area }: Spot): string {
  return `${area.owner}/${LIST_OF[area.family] ?? area.family}`;
}

/** Entry by entry, where words are displaced by no whole items, or items are cut: the arithmetic that explains it. */
function settleStrides(clues: readonly Clue[], holders: { readonly prefill: Holders; readonly decode: Holders }): readonly Clue[] {
  const settled = new Map<Clue, Attribution>();
  const byEntry = groupBy(clues, ({ observation: { at } }) => `${at.rank.index}/${at.area.owner}/${at.area.family}/${at.area.layer}/${at.area.tensor?.name}`);
  for (const group of byEntry.values()) {
    const suspects = group.filter(isStrideSuspect);
    const sender = suspects.map(({ observation }) => senderOf(observation)).find((rank) => rank !== null);
    const [first] = suspects;
    if (first === undefined || sender === null || sender === undefined) continue;
    const items = entryItems(first.observation.at, sender, holders);
    const attribution = explainStrides(
      suspects.map(({ observation }) => observation),
      items,
    );
    if (attribution !== null) for (const clue of suspects) settled.set(clue, attribution);
  }
  return clues.map((clue) => ({ ...clue, attribution: settled.get(clue) ?? clue.attribution }));
}

function senderOf({ content, expected }: Observation) {
  return content.kind === 'words' ? content.spot.rank : (expected?.spot.rank ?? null);
}

/** Words of the right tensor in the wrong place, or an item of which a part is missing. */
function isStrideSuspect({ observation, attribution: { cause } }: Clue): boolean {
  if (observation.content.kind === 'words')
    return cause === 'item-length' || cause === 'base-pointer' || cause === 'wrong-page' || cause === 'null-page' || cause === 'index-shift';
  return isCut(observation);
}

/** Poison in a part of an item: the damage begins or ends inside it, as far as was seen. */
function isCut({ state, at, startsInside, endsInside, bytes, expects }: Observation): boolean {
  if (state !== 'missing' || expects === 'filled' || at.holding === null) return false;
  const start = at.offset - at.holding.offset;
  return (startsInside && start > 0) || (endsInside && start + bytes < at.holding.unit.bytes);
}

/** Another request's items in more than one place of a list, or by more than one list: not a page mistaken, but a writer that came late. */
function tellLateWrites(clues: readonly Clue[]): readonly Clue[] {
  const isOthers = ({ attribution: { cause, relation } }: Clue) => cause === 'wrong-page' && relation.kind === 'request';
  const places = new Set(clues.filter(isOthers).map(({ observation: { at } }) => `${listOf(at)}/${itemOf(at)}`));
  if (places.size < 2) return clues;
  return clues.map((clue) => (isOthers(clue) ? { ...clue, attribution: { ...clue.attribution, cause: 'late-write' } } : clue));
}

/** Why something is missing: its words lie elsewhere, it is the rest of a cut item, or else it never arrived. */
function explainMissing(clues: readonly Clue[]): readonly Clue[] {
  const displacing = groupBy(
    clues.filter(({ attribution }) => DISPLACING.has(attribution.cause)).flatMap((clue) => listsHurt(clue).map((list) => ({ list, clue }))),
    ({ list }) => list,
  );
  const cutLists = new Set(
    clues.filter(({ observation }) => isCut(observation)).map(({ observation }) => requestList(observation.at, observation.stretch?.request ?? -1)),
  );
  return clues.map((clue) => {
    const { observation, attribution } = clue;
    if (attribution.cause !== 'not-arrived') return clue;
    const list = requestList(observation.at, observation.stretch?.request ?? -1);
    const others = displacing.get(list);
    if (others !== undefined) return { observation, attribution: largest(others.map(({ clue: other }) => other)) };
    return cutLists.has(list) ? { observation, attribution: because('item-cut', 'nothing') } : clue;
  });
}

/** The lists that a displaced span takes words from, by request: its own place's, and the one its words belong to. */
function listsHurt({ observation: { at, content, stretch } }: Clue): string[] {
  const lists = [requestList(at, stretch?.request ?? at.holding?.request ?? -1)];
  if (content.kind === 'words' && content.spot.holding !== null) lists.push(requestList(content.spot, content.spot.holding.request));
  return lists;
}

function requestList(spot: Spot, request: number): string {
  return `${listOf(spot)}/${request}`;
}

/** The attribution with the most bytes. */
function largest(clues: readonly Clue[]): Attribution {
  const sums = new Map<string, { bytes: number; attribution: Attribution }>();
  for (const { observation, attribution } of clues) {
    const key = `${attribution.cause}/${attribution.relation.kind}/${attribution.relation.by}`;
    const bytes = (sums.get(key)?.bytes ?? 0) + observation.bytes;
    sums.set(key, { bytes, attribution });
  }
  return [...sums.values()].reduce((best, each) => (each.bytes > best.bytes ? each : best)).attribution;
}
