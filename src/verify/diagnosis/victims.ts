/** @file Memory that was written though nobody should have: what it is, and whose. */
import { groupBy } from '../../core/groupBy.ts';
import { type Area, componentName } from '../areas.ts';
import { itemOf, rowsOf } from './attribute.ts';
import type { Holders } from './holders.ts';
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

/** What was touched of one victim by one span. */
interface TouchedPiece {
  readonly kind: VictimKind;
  readonly area: Area;
  readonly request: number | null;
  readonly rows: Range;
  readonly bytes: number;
}

/** Victims of all touched spans, the largest first. */
export function findVictims(observations: readonly Observation[], holders: Holders): readonly Victim[] {
  const touched = observations.filter(({ state }) => state === 'touched').flatMap((observation) => piecesOf(observation, holders));
  const groups = groupBy(touched, ({ kind, area, request }) => `${kind}/${componentName(area)}/${request}`);
  const victims = [...groups.values()].map((group): Victim => {
    const { kind, area, request } = group[0] as TouchedPiece;
    return {
      kind,
      component: componentName(area),
      layers: rangesOf(new Set(group.map((each) => each.area.layer).filter((layer) => layer >= 0))),
      rows: mergeRanges(group.map(({ rows }) => rows)),
      request,
      bytes: group.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  });
  return victims.sort((a, b) => b.bytes - a.bytes || (a.component < b.component ? -1 : 1));
}

/** One span may go across several victims: it is cut where the holder changes, and behind item 0. */
function piecesOf({ at, bytes }: Observation, holders: Holders): readonly TouchedPiece[] {
  const { rank, area, offset, unitBytes } = at;
  const pieces = holders.piecesOf(rank, area, offset, offset + bytes).flatMap(({ holding, from, to }) => {
    const border = area.offset + unitBytes;
    const isCut = holding === null && !isUnlisted(area) && from < border && to > border;
    const parts = isCut
      ? ([
          [from, border],
          [border, to],
        ] as const)
      : ([[from, to]] as const);
    return parts.map(([start, end]) => ({ spot: { ...at, offset: start, holding }, bytes: end - start }));
  });
  return pieces.map(({ spot, bytes: own }) => ({ kind: kindOf(spot), area, request: spot.holding?.request ?? null, rows: rowsOf(spot, own), bytes: own }));
}

function kindOf(spot: Spot): VictimKind {
  if (isUnlisted(spot.area)) return 'unlisted';
  if (spot.holding !== null) return 'request';
  return itemOf(spot) === 0 ? 'null-item' : 'free';
}

function isUnlisted({ family }: Area): boolean {
  return family === 'guard' || family === 'unregistered';
}
