/**
 * @file The shapes that lanes take: data addressed by a page id, or by the request's slot. A lane's answer comes from how the kernels address memory, and
 * from nothing that registration or index lists use.
 */
import { floorDiv } from '../core/units.ts';
import type { Lane, LaneFamily, LaneRow, LaneUnit, Placement, PoolOwner, TensorSpec } from './pool.ts';

/** What every lane says of itself. */
export interface LaneName {
  readonly owner: PoolOwner;
  readonly family: LaneFamily;
  readonly layer: number;
  /** Tells several tensors of one family and layer apart; else ''. */
  readonly part: string;
}

/** Positions that decode needs, see `Lane.needed`. */
export type Needed = Lane['needed'];

/** Everything past what decode already holds. */
export const wholeSuffix: Needed = (tokens, prefixTokens) => [prefixTokens, tokens];

/** The last window, less what decode already holds (paged SWA; state that lies by SWA page). */
export function windowPastPrefix(windowTokens: number): Needed {
  return (tokens, prefixTokens) => [Math.max(prefixTokens, tokens - windowTokens, 0), tokens];
}

/** The last `lastTokens` positions whatever decode holds: what is addressed by slot is in no prefix cache. */
export function lastPositions(lastTokens: number): Needed {
  return (tokens) => [Math.max(0, tokens - lastTokens), tokens];
}

/** The positions of the last, incomplete group of `groupTokens`; none when the length is a multiple. */
export function incompleteGroup(groupTokens: number): Needed {
  return (tokens) => [tokens - (tokens % groupTokens), tokens];
}

/** A unit, or null when it is not wholly inside its tensor or has no bytes (pages smaller than a ratio): memory that does not exist holds nothing. */
function unitInside(tensor: TensorSpec, byteOffset: number, bytes: number, fromPosition: number, toPosition: number): LaneUnit | null {
  return bytes > 0 && byteOffset >= 0 && byteOffset + bytes <= tensor.bytes ? { tensor, byteOffset, bytes, fromPosition, toPosition } : null;
}

/** A row of a unit; none where there is no unit. */
function rowOfUnit(unit: LaneUnit | null, row: number, rowBytes: number): LaneRow | null {
  return unit === null ? null : { tensor: unit.tensor, byteOffset: unit.byteOffset + row * rowBytes, bytes: rowBytes };
}

/** Data whose unit is what one page id stands for. */
export interface PageLaneSpec extends LaneName {
  readonly tensor: TensorSpec;
  readonly needed: Needed;
  /** Which of a placement's page tables addresses it. */
  readonly pages: 'fullPages' | 'swaPages';
  /** Token positions that one page of this pool holds: kernels divide a token's location by it. */
  readonly pageTokens: number;
  /** Byte of page 0's unit. */
  readonly firstByte: number;
  /** Bytes of one page's unit. */
  readonly unitBytes: number;
  readonly rowBytes: number;
  /** Row of a position inside its page's unit. `location` is page id * page tokens + position in the page. */
  readonly rowInUnit: (location: number) => number;
}

/**
 * A lane whose unit is what one page id stands for. A token's location comes from the placement's tables, in the allocator's pages; where it lies in the tensor, from the pool's own
 * pages, as kernels do it. Where the two are not alike, a page of the pool may hold parts of several requests: there are rows then, and no units.
 */
export function pageLane(spec: PageLaneSpec): Lane {
  const { pageTokens } = spec;
  const pageAt = (location: number, from: number) =>
    unitInside(spec.tensor, spec.firstByte + floorDiv(location, pageTokens) * spec.unitBytes, spec.unitBytes, from, from + pageTokens);
  return {
    ...nameOf(spec),
    needed: spec.needed,
    unitAt: (placement, position) => {
      const location = placement.pageTokens === pageTokens ? locationOf(placement, spec.pages, position) : null;
      return location === null ? null : pageAt(location, position - (position % pageTokens));
    },
    rowAt: (placement, position) => {
      const location = locationOf(placement, spec.pages, position);
      return location === null ? null : rowOfUnit(pageAt(location, 0), spec.rowInUnit(location), spec.rowBytes);
    },
  };
}

/** Where a token lies in a pool of pages, counted in tokens; null on page 0, the null page, where nothing of a request lies. */
function locationOf(placement: Placement, pages: 'fullPages' | 'swaPages', position: number): number | null {
  const { pageTokens } = placement;
  const page = placement[pages][floorDiv(position, pageTokens)] ?? 0;
  return page === 0 ? null : page * pageTokens + (position % pageTokens);
}

/** Data that lies in a ring of rows for each request slot. */
export interface SlotLaneSpec extends LaneName {
  readonly tensor: TensorSpec;
  readonly needed: Needed;
  readonly rowBytes: number;
  /** Slots that the pool has; the rows after theirs are padding. */
  readonly slots: number;
  /** Rows of one slot. */
  readonly ringRows: number;
  /** Rows that move as a whole; divides `ringRows`. */
  readonly unitRows: number;
  /** Token positions that one unit takes in turn before the next is used. */
  readonly unitTokens: number;
}

/** A lane addressed by slot: position p lies in row `slot*ringRows + p mod ringRows`. With one row a slot, that row serves every position. */
export function slotLane(spec: SlotLaneSpec): Lane {
  const rowOf = (placement: Placement, position: number) => placement.slot * spec.ringRows + (position % spec.ringRows);
  const unitAt = (placement: Placement, position: number): LaneUnit | null => {
    if (placement.slot >= spec.slots) return null;
    const row = rowOf(placement, position);
    const from = position - (position % spec.unitTokens);
    const firstRow = row - (row % spec.unitRows);
    return unitInside(spec.tensor, firstRow * spec.rowBytes, spec.unitRows * spec.rowBytes, from, from + spec.unitTokens);
  };
  return {
    ...nameOf(spec),
    needed: spec.needed,
    unitAt,
    rowAt: (placement, position) => rowOfUnit(unitAt(placement, position), rowOf(placement, position) % spec.unitRows, spec.rowBytes),
  };
}

/** What a request holds at a position: the lane's unit, or the position's row alone where there is no unit. */
export function heldAt(lane: Lane, placement: Placement, position: number): LaneUnit | null {
  const unit = lane.unitAt(placement, position);
  if (unit !== null) return unit;
  const row = lane.rowAt(placement, position);
  return row === null ? null : { ...row, fromPosition: position, toPosition: position + 1 };
}

function nameOf(spec: LaneName): LaneName {
  return { owner: spec.owner, family: spec.family, layer: spec.layer, part: spec.part };
}
