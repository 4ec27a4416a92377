/**
 * @file What spans say together. A span alone cannot tell a wrong item length from a wrong base, a late write from a wrong page, or why something is missing; its neighbours of the
 * same list can. Lists are registered and sent as one, so causes are settled list by list.
 */
import { groupBy } from '../../core/groupBy.ts';
import { type Attribution, because } from './attribute.ts';
import { type CauseClassId, DISPLACING } from './causes.ts';
import type { Destinations } from './destinations.ts';
import type { Entries } from './entryItems.ts';
import { listOf } from './lists.ts';
import type { Observation, Spot } from './observe.ts';
import type { SceneRank } from './scene.ts';
import { explainLengths, explainOffsets } from './strides.ts';

/** A span with its cause. */
export interface Clue {
  readonly observation: Observation;
  readonly attribution: Attribution;
}

/** Causes by which a list is wrong for all requests. */
const STRIDES: ReadonlySet<CauseClassId> = new Set<CauseClassId>(['item-length', 'base-pointer', 'offset-wrap']);

/** What settling needs to know beside the spans. */
export interface Background {
  readonly entries: Entries;
  readonly destinations: Destinations;
}

/** Settles the causes of all spans. */
export function reconcile(clues: readonly Clue[], background: Background): readonly Clue[] {
  // A length that explains several items is no accident; a single item is explained by many, so other arithmetic is tried before.
  const several = settleLengths(clues, background, 2);
  return explainMissing(tellOverruns(settleLengths(settleOffsets(several, background), background, 1)));
}

/** Wrong starts, wrapped products and widths, sender by sender: they hurt all entries of a list at once. */
function settleOffsets(clues: readonly Clue[], { entries, destinations }: Background): readonly Clue[] {
  const displaced = groupBy(
    clues.filter((clue) => isDisplaced(clue) && !isSettled(clue)),
    ({ observation: { at, content } }) => `${at.rank.index}/${content.kind === 'words' ? content.spot.rank.index : ''}`,
  );
  const settled = new Map<Clue, Attribution>();
  for (const group of displaced.values()) {
    const { observation } = group[0] as Clue;
    const sender = senderOf(observation);
    if (sender === null) continue;
    const attribution = explainOffsets(observationsOf(group), entries.between(observation.at.rank, sender), destinations);
    if (attribution !== null) for (const clue of group) settled.set(clue, attribution);
  }
  return withSettled(clues, settled);
}

/** Wrong item lengths, entry by entry, where words stand at another byte of an item than they should, or items are cut. */
function settleLengths(clues: readonly Clue[], { entries, destinations }: Background, least: number): readonly Clue[] {
  // Rows may lie by another ring's size by accident, but not several of them.
  const suspects = clues.filter((clue) => (isDisplaced(clue, least > 1) && !isSettled(clue)) || isCut(clue.observation));
  const settled = new Map<Clue, Attribution>();
  for (const group of groupBy(suspects, ({ observation: { at } }) => at.area).values()) {
    const sender = group.map(({ observation }) => senderOf(observation)).find((rank) => rank !== null) ?? null;
    const { at } = (group[0] as Clue).observation;
    const entry = sender === null ? null : entries.of(at.rank, at.area, sender);
    if (entry === null) continue;
    const attribution = explainLengths(observationsOf(group), entry, destinations, least);
    if (attribution !== null) for (const clue of group) settled.set(clue, attribution);
  }
  return withSettled(clues, settled);
}

function withSettled(clues: readonly Clue[], settled: ReadonlyMap<Clue, Attribution>): readonly Clue[] {
  return clues.map((clue) => ({ ...clue, attribution: settled.get(clue) ?? clue.attribution }));
}

function observationsOf(clues: readonly Clue[]): readonly Observation[] {
  return clues.map(({ observation }) => observation);
}

function senderOf({ content, expected }: Observation): SceneRank | null {
  return content.kind === 'words' ? content.spot.rank : (expected?.spot.rank ?? null);
}

/** Prefill's words in a wrong place, by a cause that addresses could have. */
function isDisplaced({ observation: { content }, attribution: { cause, relation } }: Clue, withRings = false): boolean {
  if (content.kind !== 'words' || content.spot.rank.side !== 'prefill' || (cause === 'ring-rows' && !withRings)) return false;
  return DISPLACING.has(cause) || relation.kind === 'extra' || relation.kind === 'copy';
}

/** Arithmetic that has been found to explain the span. */
function isSettled({ attribution: { cause, relation } }: Clue): boolean {
  return cause === 'base-pointer' || cause === 'offset-wrap' || (cause === 'item-length' && (relation.by !== null || relation.kind === 'width'));
}

/** Poison, or decode's own reset, in a part of an item: the damage begins or ends inside it, as far as was seen. */
function isCut({ content, at, startsInside, endsInside, bytes, expected }: Observation): boolean {
  const isEmpty = content.kind === 'poison' || content.kind === 'reset';
  if (!isEmpty || expected === null || at.holding === null) return false;
  const start = at.offset - at.holding.offset;
  return (startsInside && start > 0) || (endsInside && start + bytes < at.holding.unit.bytes);
}

/** Items that are cut, in a list of which other words stand in their own place where decode needs none: they end elsewhere than they should. */
function tellOverruns(clues: readonly Clue[]): readonly Clue[] {
  const cut = new Set(clues.filter(({ observation }) => isCut(observation)).map(({ observation: { at } }) => listOf(at.area)));
  const overrun = new Set(clues.filter(({ observation }) => isInPlace(observation)).map(({ observation: { at } }) => listOf(at.area)));
  return clues.map((clue) => {
    const { observation, attribution } = clue;
    const list = listOf(observation.at.area);
    const tells = !isSettled(clue) && cut.has(list) && overrun.has(list) && (isCut(observation) || isInPlace(observation));
    return tells ? { observation, attribution: because('item-length', 'bytes') } : { observation, attribution };
  });
}

/** Where no sender's words belong, the words of the same bytes of the same entry. */
function isInPlace({ expects, at, content }: Observation): boolean {
  if ((expects !== 'untouched' && expects !== 'filled') || content.kind !== 'words' || content.spot.rank.side !== 'prefill') return false;
  const { area, offset } = content.spot;
  return area.family === at.area.family && area.layer === at.area.layer && offset - area.offset === at.offset - at.area.offset;
}

/** Why something is missing: its words lie elsewhere, it is the rest of a cut item, or else it never arrived. */
function explainMissing(clues: readonly Clue[]): readonly Clue[] {
  const displacing = groupBy(
    clues.filter(({ attribution }) => DISPLACING.has(attribution.cause)).flatMap((clue) => listsHurt(clue).map((list) => ({ list, clue }))),
    ({ list }) => list,
  );
  const strides = new Map(
    clues.filter(({ attribution }) => STRIDES.has(attribution.cause)).map(({ observation, attribution }) => [listOf(observation.at.area), attribution]),
  );
  const wraps = clues.find(({ attribution }) => attribution.cause === 'offset-wrap')?.attribution ?? null;
  const bases = clues.find(({ attribution }) => attribution.cause === 'base-pointer')?.attribution ?? null;
  const arithmeticOf = (observation: Observation) => {
    if (wraps !== null && isWrapped(observation, wraps)) return wraps;
    return bases !== null && isBehindHead(observation) ? bases : null;
  };
  const cutLists = new Set(
    clues.filter(({ observation }) => isCut(observation)).map(({ observation }) => requestList(observation.at, observation.stretch?.request ?? -1)),
  );
  return clues.map((clue) => {
    const { observation, attribution } = clue;
    if (attribution.cause !== 'not-arrived') return clue;
    const list = requestList(observation.at, observation.stretch?.request ?? -1);
    const others = displacing.get(list);
    if (others !== undefined) return { observation, attribution: largest(others.map(({ clue: other }) => other)) };
    const arithmetic = strides.get(listOf(observation.at.area)) ?? arithmeticOf(observation);
    if (arithmetic !== null) return { observation, attribution: arithmetic };
    return cutLists.has(list) ? { observation, attribution: because('item-cut', 'nothing') } : clue;
  });
}

/** Whether an item lies so high that its offset wraps, too: where it went nothing can be seen, out of range as it is. */
function isWrapped({ at }: Observation, { relation: { by } }: Attribution): boolean {
  return by !== null && at.offset - at.area.offset >= Math.abs(by) / 2;
}

/** Whether something else comes first in the tensor, which a list may have counted from. */
function isBehindHead({ at: { rank, area } }: Observation): boolean {
  return area.tensor !== null && rank.space.offsetOf(area.tensor) !== area.offset;
}

/** The lists that a displaced span takes words from, by request: its own place's, and the one its words belong to. */
function listsHurt({ observation: { at, content, stretch } }: Clue): string[] {
  const lists = [requestList(at, stretch?.request ?? at.holding?.request ?? -1)];
  if (content.kind === 'words' && content.spot.holding !== null) lists.push(requestList(content.spot, content.spot.holding.request));
  return lists;
}

function requestList(spot: Spot, request: number): string {
  return `${listOf(spot.area)}/${request}`;
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
