/** @file An item length that is off by some bytes on prefill: the sender's length makes both addresses and the number of bytes. */
import type { ListedRegion, RegisteredRank } from '../plan/planInput.ts';
import { oneOf, targetName } from './choose.ts';
import { editRanks } from './editLists.ts';
import { type FaultKind, type FaultTarget, type Preparation, untouched } from './fault.ts';

/** Whose items, and by how many bytes (a multiple of 4); one entry's by default, and 4 bytes less. */
export interface ItemLengthOff {
  readonly kind: 'item-length-off';
  readonly component?: FaultTarget | undefined;
  /** Position in the component's list; all of them where it is not given but the component is. */
  readonly entry?: number | undefined;
  readonly bytes?: number | undefined;
}

/** Registers a wrong item length on prefill. */
export const itemLengthOff: FaultKind<ItemLengthOff, 'lists'> = {
  kind: 'item-length-off',
  title: 'an item length is off by some bytes',
  seam: 'lists',
  classOf: () => 'item-length',
  plant: (preparation, { component, entry, bytes = -4 }, random) => {
    const target = component ?? anyTarget(preparation, random);
    const entries = target === null ? [] : entriesOf(preparation.prefill.ranks[0], target);
    const position = entry ?? (component === undefined ? oneOf([...entries.keys()], random) : null);
    if (target === null || entries.length === 0 || bytes === 0) return untouched(preparation);
    const result = scaleItems(preparation, target, ({ itemBytes }, i) => (position === null || i === position ? Math.max(4, itemBytes + bytes) : itemBytes));
    const which = position === null ? 'every entry' : `entry ${position}`;
    return { result, did: `prefill registers items of ${targetName(target)}, ${which}, that are ${Math.abs(bytes)} B too ${bytes < 0 ? 'short' : 'long'}` };
  },
};

/** A list that prefill has entries of. */
export function anyTarget({ prefill }: Preparation, random: Parameters<typeof oneOf>[1]): FaultTarget | null {
  const rank = prefill.ranks[0];
  const targets: readonly FaultTarget[] = ['kv', ...(rank?.components.keys() ?? [])];
  return oneOf(
    targets.filter((target) => entriesOf(rank, target).length > 0),
    random,
  );
}

/** A rank's entries of a target. */
export function entriesOf(rank: RegisteredRank | undefined, target: FaultTarget): readonly ListedRegion[] {
  if (rank === undefined) return [];
  if (target === 'kv') return rank.kv;
  if (target === 'aux') return rank.aux;
  return (target === 'draft' ? rank.components.at(-1) : rank.components[target])?.entries ?? [];
}

/** A copy in which every item of a target has another length on prefill. */
export function scaleItems(preparation: Preparation, target: FaultTarget, itemBytesOf: (region: ListedRegion, position: number) => number): Preparation {
  return editRanks(preparation, 'prefill', (rank) => {
    const edit = (regions: readonly ListedRegion[]) => regions.map((region, i) => ({ ...region, itemBytes: itemBytesOf(region, i) }));
    if (target === 'kv') return { ...rank, kv: edit(rank.kv) };
    if (target === 'aux') return { ...rank, aux: edit(rank.aux) };
    const position = target === 'draft' ? rank.components.length - 1 : target;
    return { ...rank, components: rank.components.map((component, i) => (i === position ? { ...component, entries: edit(component.entries) } : component)) };
  });
}
