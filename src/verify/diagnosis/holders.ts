/**
 * @file Whose a byte is: from an offset in a rank's memory back to request, lane, unit and positions; the inverse of the pools' own answers. Made for one area at a time, when
 * first asked, since damage and its origins lie in few.
 */
import { groupBy } from '../../core/groupBy.ts';
import { heldAt } from '../../pools/lanes.ts';
import type { Lane, LaneUnit } from '../../pools/pool.ts';
import type { Area } from '../areas.ts';
import type { ExpectedRequest } from '../expectation.ts';
import type { SceneRank } from './scene.ts';

/** A unit that a request holds on a rank. */
export interface Holding {
  readonly request: number;
  readonly lane: Lane;
  readonly unit: LaneUnit;
  /** First byte in the rank's address space. */
  readonly offset: number;
}

/** Bytes [from, to) of a rank's address space that one unit, or nobody, holds. */
export interface HeldPiece {
  readonly holding: Holding | null;
  readonly from: number;
  readonly to: number;
}

/** Positions [from, to). */
export interface Positions {
  readonly from: number;
  readonly to: number;
}

/** A row of a unit, by its byte there, and the positions that own it. */
interface HeldRow extends Positions {
  readonly byte: number;
  readonly bytes: number;
}

/** Positions before the needed ones, and past the prompt, that are looked at, too: lists that are off are off by little, and a ring holds a little more than the window. */
const SLACK_POSITIONS = 512;

/** Answers for one node's ranks. */
export class Holders {
  readonly #requests: readonly ExpectedRequest[];
  readonly #standing: readonly number[];
  readonly #lanes = new Map<SceneRank, ReadonlyMap<string, readonly Lane[]>>();
  readonly #byArea = new Map<Area, readonly Holding[]>();
  readonly #rows = new Map<LaneUnit, readonly HeldRow[]>();

  /** @param standing requests in the order in which they cover each other, the last on top */
  constructor(requests: readonly ExpectedRequest[], standing: readonly number[]) {
    this.#requests = requests;
    this.#standing = standing;
  }

  /** The unit at `offset`, of the rank's `area`; null where no request holds it. */
  holderAt(rank: SceneRank, area: Area, offset: number): Holding | null {
    const holdings = this.holdingsIn(rank, area);
    const found = holdings[this.#firstAfter(holdings, offset) - 1];
    return found !== undefined && offset < found.offset + found.unit.bytes ? found : null;
  }

  /** Index of the first holding that begins behind an offset. */
  #firstAfter(holdings: readonly Holding[], offset: number): number {
    let low = 0;
    let high = holdings.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((holdings[middle] as Holding).offset <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Bytes [from, to) of the rank's `area`, cut where their holder changes: one unit a holding, and what nobody holds in one piece. In address order, without gaps. */
  piecesOf(rank: SceneRank, area: Area, from: number, to: number): readonly HeldPiece[] {
    const holdings = this.holdingsIn(rank, area);
    const pieces: HeldPiece[] = [];
    let at = from;
    for (let i = this.#firstAfter(holdings, from) - 1; at < to; i++) {
      const holding = holdings[i];
      if (holding !== undefined && holding.offset <= at) {
        const end = Math.min(to, holding.offset + holding.unit.bytes);
        if (end > at) pieces.push({ holding, from: at, to: end });
        at = Math.max(at, end);
      }
      const next = Math.min(to, holdings[i + 1]?.offset ?? to);
      if (next > at) pieces.push({ holding: null, from: at, to: next });
      at = Math.max(at, next);
    }
    return pieces;
  }

  /** Bytes of the units that this area's lanes are cut into; the area's rows where no request holds any. */
  unitBytes(rank: SceneRank, area: Area): number {
    return this.holdingsIn(rank, area)[0]?.unit.bytes ?? area.itemBytes;
  }

  /** Positions whose rows bytes [from, to) of a holding touch; those of the whole unit where only padding is touched. Bytes count from the unit's start. */
  positionsOf(side: 'prefill' | 'decode', holding: Holding, from: number, to: number): Positions {
    const request = this.#requests[holding.request] as ExpectedRequest;
    const { unit } = holding;
    // What lies past the prompt has no tokens of it.
    const whole = {
      from: Math.max(unit.fromPosition, 0),
      to: unit.fromPosition >= request.tokens ? unit.toPosition : Math.min(unit.toPosition, request.tokens),
    };
    if (from <= 0 && to >= unit.bytes) return whole;
    let first = Number.POSITIVE_INFINITY;
    let last = Number.NEGATIVE_INFINITY;
    for (const row of this.#rowsOf(side, holding, whole)) {
      if (row.byte + row.bytes <= from || row.byte >= to) continue;
      first = Math.min(first, row.from);
      last = Math.max(last, row.to);
    }
    return first < last ? { from: first, to: last } : whole;
  }

  /** The rows of a unit with their positions. In a ring the latest position owns a row. */
  #rowsOf(side: 'prefill' | 'decode', { lane, unit, request }: Holding, whole: Positions): readonly HeldRow[] {
    const known = this.#rows.get(unit);
    if (known !== undefined) return known;
    const byByte = new Map<number, HeldRow>();
    const placement = (this.#requests[request] as ExpectedRequest)[side];
    for (let position = whole.from; position < whole.to; position++) {
      const row = lane.rowAt(placement, position);
      if (row === null) continue;
      const byte = row.byteOffset - unit.byteOffset;
      const before = byByte.get(byte);
      // Neighbours share a row where tokens are compressed; a ring comes back to it later.
      const from = before !== undefined && before.to === position ? before.from : position;
      byByte.set(byte, { byte, bytes: row.bytes, from, to: position + 1 });
    }
    const rows = [...byByte.values()];
    this.#rows.set(unit, rows);
    return rows;
  }

  #lanesOf(rank: SceneRank): ReadonlyMap<string, readonly Lane[]> {
    const known = this.#lanes.get(rank);
    if (known !== undefined) return known;
    const lanes = groupBy(
      rank.pools.flatMap((pool) => pool.lanes()),
      laneKey,
    );
    this.#lanes.set(rank, lanes);
    return lanes;
  }

  /** Of what requests hold in an area, what decode needs: what is sent. */
  neededIn(rank: SceneRank, area: Area): readonly Holding[] {
    return this.holdingsIn(rank, area).filter(({ request, lane, unit }) => {
      const { tokens, prefixTokens } = this.#requests[request] as ExpectedRequest;
      const [from, to] = lane.needed(tokens, prefixTokens);
      return unit.toPosition > from && unit.fromPosition < to;
    });
  }

  /** Everything that requests hold in an area of a rank of this node, in address order. */
  holdingsIn(rank: SceneRank, area: Area): readonly Holding[] {
    const known = this.#byArea.get(area);
    if (known !== undefined) return known;
    const lanes = this.#lanesOf(rank).get(laneKey(area)) ?? [];
    const byOffset = new Map<number, Holding>();
    const note = (index: number, lane: Lane, from: number, to: number) => {
      const placement = (this.#requests[index] as ExpectedRequest)[rank.side];
      let position = from;
      while (position < to) {
        const unit = heldAt(lane, placement, position);
        if (unit !== null && unit.tensor === area.tensor) {
          const offset = rank.space.offsetOf(unit.tensor) + unit.byteOffset;
          byOffset.set(offset, { request: index, lane, unit, offset });
        }
        position = unit === null ? position + 1 : Math.max(position + 1, unit.toPosition);
      }
    };
    const held = this.#standing.flatMap((index) => lanes.map((lane) => ({ index, lane, tokens: (this.#requests[index] as ExpectedRequest).tokens })));
    // What later tokens would take lies under all that is held.
    for (const { index, lane, tokens } of held) note(index, lane, tokens, tokens + SLACK_POSITIONS);
    for (const { index, lane, tokens } of held) {
      const [from, to] = lane.needed(tokens, 0);
      note(index, lane, Math.max(0, from - SLACK_POSITIONS), to);
    }
    const holdings = [...byOffset.values()].sort((a, b) => a.offset - b.offset);
    this.#byArea.set(area, holdings);
    return holdings;
  }
}

/** What an area's lanes have in common with it. */
function laneKey({ owner, family, layer }: Pick<Area, 'owner' | 'layer'> & { readonly family: string }): string {
  return `${owner}/${family}/${layer}`;
}
