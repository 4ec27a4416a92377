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

/** A stretch of one tensor, or null when it is not all inside: memory that does not exist holds nothing. */
function inside(tensor: TensorSpec, byteOffset: number, bytes: number): LaneRow | null {
  return byteOffset >= 0 && byteOffset + bytes <= tensor.bytes ? { tensor, byteOffset, bytes } : null;
}

function asUnit(row: LaneRow | null, fromPosition: number, toPosition: number): LaneUnit | null {
  return row === null ? null : { ...row, fromPosition, toPosition };
}

/** Data whose unit is what one page id stands for. */
export interface PageLaneSpec extends LaneName {
  readonly tensor: TensorSpec;
  readonly needed: Needed;
  /** Which of a placement's page tables addresses it, and how many token positions one page holds. */
  readonly pages: 'fullPages' | 'swaPages';
  readonly pageTokens: number;
  /** Byte of page 0's unit. */
  readonly firstByte: number;
  /** Bytes of one page's unit. */
  readonly unitBytes: number;
  readonly rowBytes: number;
  /** Row of a position inside its page's unit. `location` is page id * page tokens + position in the page. */
  readonly rowInUnit: (location: number) => number;
}

/** A lane whose unit is what one page id stands for. Page 0 is the null page: nothing of a request lies there. */
export function pageLane(spec: PageLaneSpec): Lane {
  const { tensor, pageTokens } = spec;
  const unitByte = (placement: Placement, position: number): number | null => {
    const page = placement[spec.pages][floorDiv(position, pageTokens)] ?? 0;
    return page === 0 ? null : spec.firstByte + page * spec.unitBytes;
  };
  return {
    ...nameOf(spec),
    needed: spec.needed,
    unitAt: (placement, position) => {
      const byte = unitByte(placement, position);
      const from = position - (position % pageTokens);
      return byte === null ? null : asUnit(inside(tensor, byte, spec.unitBytes), from, from + pageTokens);
    },
    rowAt: (placement, position) => {
      const byte = unitByte(placement, position);
      if (byte === null) return null;
      const page = placement[spec.pages][floorDiv(position, pageTokens)] ?? 0;
      return inside(tensor, byte + spec.rowInUnit(page * pageTokens + (position % pageTokens)) * spec.rowBytes, spec.rowBytes);
    },
  };
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
  const rowOf = (placement: Placement, position: number): number | null =>
    placement.slot < spec.slots ? placement.slot * spec.ringRows + (position % spec.ringRows) : null;
  return {
    ...nameOf(spec),
    needed: spec.needed,
    unitAt: (placement, position) => {
      const row = rowOf(placement, position);
      if (row === null) return null;
      const from = position - (position % spec.unitTokens);
      const firstRow = row - (row % spec.unitRows);
      return asUnit(inside(spec.tensor, firstRow * spec.rowBytes, spec.unitRows * spec.rowBytes), from, from + spec.unitTokens);
    },
    rowAt: (placement, position) => {
      const row = rowOf(placement, position);
      return row === null ? null : inside(spec.tensor, row * spec.rowBytes, spec.rowBytes);
    },
  };
}

function nameOf(spec: LaneName): LaneName {
  return { owner: spec.owner, family: spec.family, layer: spec.layer, part: spec.part };
}
