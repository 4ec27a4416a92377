/** @file Memory that was written though nobody should have: what it is, and whose. */
import { groupBy } from '../../core/groupBy.ts';
import { type Area, componentName } from '../areas.ts';
import { itemOf, rowOf } from './attribute.ts';
import type { Observation, Spot } from './observe.ts';
import { mergeRanges, type Range, rangesOf } from './ranges.ts';

/** What touched memory is to the hand-off. */
export type VictimKind =
  /** A request's own memory that this transfer was not to write: a cached prefix, rows before the window. */
  | 'request'
  /** Item 0, the null page or the padding slot. */
  | 'null-item'
  /** Items that no request of this hand-off holds. */
  | 'free'
  /** Between tensors, or in tensors that no list registers. */
  | 'unlisted';

/** One victim. */
export interface Victim {
  readonly kind: VictimKind;
  readonly component: string;
  readonly layers: readonly Range[];
  /** Rows of the tensors, from the component's start. */
  readonly rows: readonly Range[];
  readonly request: number | null;
  /** Bytes that were seen; a sample where damage is large. */
  readonly bytes: number;
}

/** Victims of all touched spans, the largest first. */
export function findVictims(observations: readonly Observation[]): readonly Victim[] {
  const touched = observations.filter(({ state }) => state === 'touched');
  const groups = groupBy(touched, ({ at }) => `${kindOf(at)}/${componentName(at.area)}/${at.holding?.request}`);
  const victims = [...groups.values()].map((group): Victim => {
    const { at } = group[0] as Observation;
    return {
      kind: kindOf(at),
      component: componentName(at.area),
      layers: rangesOf(new Set(group.map((each) => each.at.area.layer).filter((layer) => layer >= 0))),
      rows: mergeRanges(group.map(rowsOf)),
      request: at.holding?.request ?? null,
      bytes: group.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  });
  return victims.sort((a, b) => b.bytes - a.bytes || (a.component < b.component ? -1 : 1));
}

function kindOf(spot: Spot): VictimKind {
  if (isUnlisted(spot.area)) return 'unlisted';
  if (spot.holding !== null) return 'request';
  return itemOf(spot) === 0 ? 'null-item' : 'free';
}

function isUnlisted({ family }: Area): boolean {
  return family === 'guard' || family === 'unregistered';
}

function rowsOf({ at, bytes }: Observation): Range {
  const { area, offset } = at;
  const first = rowOf(at);
  return [first, area.itemBytes === 0 ? first + 1 : Math.floor((offset - area.offset + bytes - 1) / area.itemBytes) + 1];
}
