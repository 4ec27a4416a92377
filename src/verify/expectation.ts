/**
 * @file What should have arrived on a decode rank, computed from the pools' own answers (layer, position) -> bytes. It knows no index list, item length or plan,
 * so that a wrong plan is caught rather than trusted.
 */
import type { RowPattern, Segment } from '../device/device.ts';
import type { AddressSpace } from '../memory/addressSpace.ts';
import type { Lane, LaneRow, LaneUnit, Placement, Pool } from '../pools/pool.ts';

/** A rank as verification sees it. */
export interface ExpectationRank {
  readonly pools: readonly Pool[];
  readonly space: AddressSpace;
  readonly firstNumber: number;
}

/** A request that was handed over: where it sits on both nodes. */
export interface ExpectedRequest {
  readonly tokens: number;
  /** Tokens that decode already had. */
  readonly prefixTokens: number;
  readonly prefill: Placement;
  readonly decode: Placement;
}

/**
 * Why nobody supplies what decode needs: prefill has no such lane (component or layer), holds nothing at the position (an unmapped page), or gives a row another
 * number of bytes.
 */
export type Lack = 'lane' | 'place' | 'width';

/** What a stretch of the decode rank should hold, and for whom. */
export interface ExpectedStretch {
  /** Byte offset in the rank's address space. */
  readonly offset: number;
  readonly bytes: number;
  readonly expect: Segment['expect'];
  readonly request: number;
  /** First position whose data lies here; -1 for resets. */
  readonly position: number;
  /** One more than the last position; -1 for resets. */
  readonly toPosition: number;
  /** Decode's lane that asked for it; null for resets. */
  readonly lane: Lane | null;
  /** Set where nobody supplies it. */
  readonly lack?: Lack;
}

/** A decode rank's expectation: stretches in address order, without overlap; all other words are untouched. */
export interface Expectation {
  readonly stretches: readonly ExpectedStretch[];
  /** Bytes that two requests both claim: a scenario that places two requests on one page. */
  readonly contestedBytes: number;
}

/** `owner/family/layer/part`: what pairs a lane of decode with its twin on prefill. */
function laneKey(lane: Lane): string {
  return `${lane.owner}/${lane.family}/${lane.layer}/${lane.part}`;
}

interface SupplyLane {
  readonly lane: Lane;
  readonly rank: ExpectationRank;
}

/**
 * Walks every lane of the decode rank over every request's needed positions.
 * @param suppliers prefill ranks whose content this decode rank is to receive (one a pipeline stage)
 */
export function expectArrivals(decode: ExpectationRank, suppliers: readonly ExpectationRank[], requests: readonly ExpectedRequest[]): Expectation {
  const supply = new Map<string, SupplyLane>();
  for (const rank of suppliers) {
    for (const pool of rank.pools) {
      for (const lane of pool.lanes()) if (!supply.has(laneKey(lane))) supply.set(laneKey(lane), { lane, rank });
    }
  }
  const arrivals: ExpectedStretch[] = [];
  const resets: ExpectedStretch[] = [];
  requests.forEach((request, index) => {
    for (const pool of decode.pools) {
      for (const reset of pool.resets(request.decode.slot)) {
        const pattern: RowPattern = { rowBytes: reset.rowBytes, headBytes: reset.headBytes, headWord: reset.headWord, tailWord: reset.tailWord };
        const offset = decode.space.offsetOf(reset.tensor) + reset.byteOffset;
        const nobody = { position: -1, toPosition: -1, lane: null };
        resets.push({ offset, bytes: reset.bytes, expect: { kind: 'filled', pattern, phaseBytes: 0 }, request: index, ...nobody });
      }
      for (const lane of pool.lanes()) expectLane(lane, decode, supply.get(laneKey(lane)) ?? null, request, index, arrivals);
    }
  });
  const settled = settle(arrivals);
  return { stretches: underlay(settled.stretches, settle(resets).stretches), contestedBytes: settled.contestedBytes };
}

/** For whom a lane's arrivals are. */
interface Claim {
  readonly decode: ExpectationRank;
  readonly lane: Lane;
  readonly request: number;
}

/** Adds one lane's arrivals for one request: whole units where both nodes cut them alike, single rows where they do not. */
function expectLane(lane: Lane, decode: ExpectationRank, supply: SupplyLane | null, request: ExpectedRequest, index: number, into: ExpectedStretch[]): void {
  const [from, to] = lane.needed(request.tokens, request.prefixTokens);
  const claim: Claim = { decode, lane, request: index };
  let position = from;
  while (position < to) {
    if (lane.rowAt(request.decode, position) === null) {
      // Decode holds nothing for this position: nothing can arrive, so nothing is expected.
      position += 1;
      continue;
    }
    const unit = lane.unitAt(request.decode, position);
    const end = unit === null ? to : Math.min(to, unit.toPosition);
    const source = supply?.lane.unitAt(request.prefill, position) ?? null;
    const isSupplied = supply !== null && supply.lane.rowAt(request.prefill, position) !== null;
    if (unit !== null && !isSupplied) into.push(absence(claim, unit, supply === null ? 'lane' : 'place', position, end));
    else if (unit !== null && source !== null && supply !== null && sameCut(unit, source)) into.push(arrival(claim, unit, supply, source, position, end));
    else expectRows(claim, supply, request, position, end, into);
    position = Math.max(end, position + 1);
  }
}

/** True when both units hold the same positions in the same number of bytes, so that one is the other's image. */
function sameCut(a: LaneUnit, b: LaneUnit): boolean {
  return a.bytes === b.bytes && a.fromPosition === b.fromPosition && a.toPosition === b.toPosition;
}

/**
 * The nodes cut this lane differently (ring sizes, page sizes, widths), or one of them not in units: what is true is said row by row. Several positions share a row (rings, compressed tokens); the last one
 * owns it, on each side. A position that only one side still holds has no counterpart and is left out.
 */
function expectRows(claim: Claim, supply: SupplyLane | null, request: ExpectedRequest, from: number, to: number, into: ExpectedStretch[]): void {
  const seen = new Set<string>();
  for (let position = to - 1; position >= from; position--) {
    const target = claim.lane.rowAt(request.decode, position);
    const source = supply?.lane.rowAt(request.prefill, position) ?? null;
    if (target === null) continue;
    const targetKey = `d${target.tensor.name}@${target.byteOffset}`;
    const sourceKey = source === null ? null : `p${source.tensor.name}@${source.byteOffset}`;
    if (seen.has(targetKey) || (sourceKey !== null && seen.has(sourceKey))) continue;
    seen.add(targetKey);
    if (sourceKey !== null) seen.add(sourceKey);
    if (supply === null) into.push(absence(claim, target, 'lane', position, position + 1));
    else if (source === null) into.push(absence(claim, target, 'place', position, position + 1));
    else if (source.bytes !== target.bytes) into.push(absence(claim, target, 'width', position, position + 1));
    else into.push(arrival(claim, target, supply, source, position, position + 1));
  }
}

/** A unit or row of decode that should hold the supplier's. */
function arrival(claim: Claim, target: LaneRow, supply: SupplyLane, source: LaneRow, position: number, toPosition: number): ExpectedStretch {
  const sourceOffset = supply.rank.space.offsetOf(source.tensor) + source.byteOffset;
  const expect = { kind: 'stamped', firstNumber: supply.rank.firstNumber + sourceOffset / 4 } as const;
  return { ...placeOf(claim, target), expect, position, toPosition };
}

/** A unit or row of decode that nobody fills. */
function absence(claim: Claim, target: LaneRow, lack: Lack, position: number, toPosition: number): ExpectedStretch {
  return { ...placeOf(claim, target), expect: { kind: 'unsupplied' }, position, toPosition, lack };
}

function placeOf({ decode, lane, request }: Claim, { tensor, byteOffset, bytes }: LaneRow): Pick<ExpectedStretch, 'offset' | 'bytes' | 'request' | 'lane'> {
  return { offset: decode.space.offsetOf(tensor) + byteOffset, bytes, request, lane };
}

/** Sorts by address and drops repeats (several positions name one unit); where two unlike claims meet, the earlier request keeps the bytes and they are counted as contested. */
function settle(stretches: ExpectedStretch[]): { stretches: ExpectedStretch[]; contestedBytes: number } {
  stretches.sort((a, b) => a.offset - b.offset || a.request - b.request || a.position - b.position);
  const kept: ExpectedStretch[] = [];
  let end = Number.NEGATIVE_INFINITY;
  let contestedBytes = 0;
  for (const stretch of stretches) {
    const overlap = Math.min(stretch.bytes, end - stretch.offset);
    if (overlap > 0) {
      const last = kept.at(-1);
      if (last === undefined || last.request !== stretch.request) contestedBytes += overlap;
      if (overlap < stretch.bytes) kept.push(shorten(stretch, overlap, stretch.bytes - overlap));
    } else kept.push(stretch);
    end = Math.max(end, stretch.offset + stretch.bytes);
  }
  return { stretches: kept, contestedBytes };
}

/** The part [skip, skip + bytes) of a stretch. */
function shorten(stretch: ExpectedStretch, skip: number, bytes: number): ExpectedStretch {
  return { ...stretch, offset: stretch.offset + skip, bytes, expect: expectationFrom(stretch.expect, skip) };
}

/** What is expected from `skip` bytes on. */
export function expectationFrom(expect: Segment['expect'], skip: number): Segment['expect'] {
  if (expect.kind === 'stamped') return { kind: 'stamped', firstNumber: expect.firstNumber + skip / 4 };
  if (expect.kind === 'filled') return { ...expect, phaseBytes: (expect.phaseBytes + skip) % expect.pattern.rowBytes };
  return expect;
}

/** Both lists in address order, without overlap in themselves: `over` wins, and what it leaves free of `under` is kept. */
export function underlay(over: readonly ExpectedStretch[], under: readonly ExpectedStretch[]): ExpectedStretch[] {
  const merged: ExpectedStretch[] = [];
  let next = 0;
  let coveredTo = 0;
  for (const base of under) {
    let cursor = Math.max(base.offset, coveredTo);
    const end = base.offset + base.bytes;
    while (next < over.length && (over[next] as ExpectedStretch).offset < end) {
      const top = over[next] as ExpectedStretch;
      if (top.offset > cursor) merged.push(shorten(base, cursor - base.offset, Math.min(top.offset, end) - cursor));
      merged.push(top);
      coveredTo = top.offset + top.bytes;
      cursor = Math.max(cursor, coveredTo);
      next += 1;
    }
    if (cursor < end) merged.push(shorten(base, cursor - base.offset, end - cursor));
  }
  for (; next < over.length; next++) merged.push(over[next] as ExpectedStretch);
  return merged;
}
