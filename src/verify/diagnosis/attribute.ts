/**
 * @file What one bad span says by itself about its cause, and how what is there relates to what should be. Causes that only several spans together can tell apart are settled
 * in reconcile.ts.
 */
import { heldAt } from '../../pools/lanes.ts';
import type { Area } from '../areas.ts';
import type { ExpectedRequest } from '../expectation.ts';
import type { CauseClassId } from './causes.ts';
import type { Destination, Destinations } from './destinations.ts';
import type { Holding } from './holders.ts';
import type { Observation, Spot } from './observe.ts';
import type { Range } from './ranges.ts';
import type { Scene } from './scene.ts';

/** What the number of a relation counts. */
export type RelationKind =
  /** Nothing came. */
  | 'nothing'
  /** Another layer of the same component; `by` = so many entries further on in the component's list. */
  | 'entries'
  /** Another component, or another buffer of the metadata. */
  | 'component'
  /** Items of the same request; `by` = logical item there less the one expected. */
  | 'items'
  /** Bytes; `by` = by how many the words lie past their place, null where that differs. */
  | 'bytes'
  /** Another request's item; `by` = its index. */
  | 'request'
  /** An item that no request holds. */
  | 'nobody'
  /** Item 0. */
  | 'null-item'
  /** Rows by another ring size; `by` = that size. */
  | 'ring'
  /** Bits turned over; `by` = how many. */
  | 'bits'
  /** Rows of another width; `by` = null. */
  | 'width'
  /** The right words of another time. */
  | 'generation'
  /** Decode's reset pattern. */
  | 'reset'
  /** Decode's own words of another place. */
  | 'own-words'
  /** A second copy of words whose own place is right. */
  | 'copy'
  /** Words in their own place, which decode does not need. */
  | 'extra'
  /** No word of this run. */
  | 'unknown';

/** How what is there relates to what should be. */
export interface Relation {
  readonly kind: RelationKind;
  readonly by: number | null;
}

/** A cause with the relation that shows it. */
export interface Attribution {
  readonly cause: CauseClassId;
  readonly relation: Relation;
}

/** What each span says. */
export class Attributor {
  readonly #scene: Scene;
  readonly #destinations: Destinations;

  constructor(scene: Scene, destinations: Destinations) {
    this.#scene = scene;
    this.#destinations = destinations;
  }

  /** The cause that this span alone points to. */
  attribute(observation: Observation): Attribution {
    const { content, expects, stretch } = observation;
    if (content.kind === 'flipped') return because('bit-flip', 'bits', content.bits);
    if (content.kind === 'words' && content.spot.rank.side === 'prefill') {
      if (stretch?.lack === 'width') return because('item-length', 'width');
      return this.#displaced(observation, content.number, content.spot);
    }
    if (expects === 'filled') return because('not-reset', content.kind === 'poison' ? 'nothing' : 'unknown');
    switch (content.kind) {
      case 'poison':
        return stretch?.lack === 'width' ? because('item-length', 'width') : because('not-arrived', 'nothing');
      case 'reset':
        // A reset that came after the data would leave the same.
        return observation.state === 'touched' ? because('written-outside', 'reset') : because('not-arrived', 'reset');
      case 'words':
        return because('foreign-words', 'own-words');
      default:
        return because('foreign-words', 'unknown');
    }
  }

  /** Prefill's words in a place where others belong, or none. */
  #displaced(observation: Observation, number: number, from: Spot): Attribution {
    const { at, state } = observation;
    const home = this.#destinations.of(at.rank, number);
    const wanted = observation.expected?.spot;
    if (wanted !== undefined && wanted.offset === from.offset && wanted.generation !== from.generation) return because('stale-source', 'generation');
    if (state === 'touched' && home !== null && !home.isBad && home.offset !== at.offset) return because('written-outside', 'copy');
    if (!sameTensor(at.area, from.area)) {
      const isLayer = at.area.owner === from.area.owner && at.area.family === from.area.family && at.area.family !== 'metadata';
      return isLayer ? because('layer-pairing', 'entries', entryOf(from) - entryOf(at)) : because('component-order', 'component');
    }
    if (at.area.family !== from.area.family) return because('base-pointer', 'bytes', pastHome(at, home));
    return this.#displacedInArea(observation, from);
  }

  #displacedInArea(observation: Observation, from: Spot): Attribution {
    const { at } = observation;
    const isRing = at.area.family === 'swa_ring';
    if (at.unitBytes !== from.unitBytes && !isRing) return because('item-length', 'bytes');
    if (strayBytes(at, from) !== 0) return because('item-length', 'bytes');
    if (at.area.family === 'metadata') return because('aux-row', from.holding === null ? 'nobody' : 'request', from.holding?.request ?? null);
    const ring = isRing ? this.#otherRing(observation, from) : null;
    if (ring !== null) return because('ring-rows', 'ring', ring);
    // Page 0 is the null page, slot 0 is padding: nobody holds an item 0.
    if (itemOf(at) === 0 || itemOf(from) === 0) return because('null-page', 'null-item');
    return this.#byHolder(observation, from);
  }

  /** The other node's ring size, where the row lies, or was read, by that size instead of its own node's. */
  #otherRing({ at, expected }: Observation, from: Spot): number | null {
    const sender = from.rank;
    const rings = { prefill: this.#ringRows(from), decode: this.#ringRows(at) };
    if (rings.prefill === null || rings.decode === null || rings.prefill === rings.decode) return null;
    const holding = from.holding;
    if (holding !== null) {
      const slot = this.#request(holding.request).decode.slot;
      if (rowOf(at) === slot * rings.prefill + (holding.unit.fromPosition % rings.prefill)) return rings.prefill;
    }
    const wanted = expected?.spot.holding;
    if (wanted !== undefined && wanted !== null && sender.side === 'prefill') {
      const slot = this.#request(wanted.request).prefill.slot;
      if (rowOf(from) === slot * rings.decode + (wanted.unit.fromPosition % rings.decode)) return rings.decode;
    }
    return null;
  }

  /** Rows of one slot's ring: where slot 1 begins. Null where no request is there to ask with. */
  #ringRows({ rank, area, holding }: Spot): number | null {
    const lanes = rank.pools.flatMap((pool) => pool.lanes());
    const lane = holding?.lane ?? lanes.find(({ owner, family, layer }) => owner === area.owner && family === area.family && layer === area.layer);
    const [request] = this.#scene.requests;
    if (lane === undefined || request === undefined) return null;
    const row = lane.rowAt({ ...request[rank.side], slot: 1 }, 0);
    return row === null ? null : row.byteOffset / row.bytes;
  }

  /** The right layer, whole items: whose are they? */
  #byHolder({ at, expected, stretch }: Observation, from: Spot): Attribution {
    const { holding } = from;
    if (holding === null) return because('wrong-page', 'nobody');
    const wanted = expected?.spot.holding ?? at.holding;
    if (wanted === null || wanted === undefined) return because('wrong-page', 'nobody');
    const request = stretch?.request ?? wanted.request;
    if (holding.request !== request) return because(this.#hadPlace(holding, at) ? 'late-write' : 'wrong-page', 'request', holding.request);
    if (expected === null && holding.unit.fromPosition === wanted.unit.fromPosition) return because('written-outside', 'extra');
    const tokens = Math.max(1, holding.unit.toPosition - holding.unit.fromPosition);
    return because('index-shift', 'items', (holding.unit.fromPosition - wanted.unit.fromPosition) / tokens);
  }

  /** Whether a request's item lies where decode had told the request to put it: nobody mistook a page, it has changed hands. */
  #hadPlace({ request, unit }: Holding, { rank, offset, holding }: Spot): boolean {
    const had = holding === null ? null : heldAt(holding.lane, this.#request(request).decode, unit.fromPosition);
    if (had === null) return false;
    const first = rank.space.offsetOf(had.tensor) + had.byteOffset;
    return offset >= first && offset < first + had.bytes;
  }

  #request(index: number): ExpectedRequest {
    return this.#scene.requests[index] as ExpectedRequest;
  }
}

/** An attribution in one line. */
export function because(cause: CauseClassId, kind: RelationKind, by: number | null = null): Attribution {
  return { cause, relation: { kind, by } };
}

/** Same owner, role and layer: the two nodes' twins of one tensor. Metadata buffers go by name. */
function sameTensor({ tensor: a }: Area, { tensor: b }: Area): boolean {
  if (a === null || b === null) return false;
  return a.owner === b.owner && a.role === b.role && a.layer === b.layer && (a.role !== 'aux' || a.name === b.name);
}

/** Place of a spot's layer among those of its component. */
function entryOf({ rank, area }: Spot): number {
  return rank.areas.filter(({ owner, family, layer }) => owner === area.owner && family === area.family && layer < area.layer).length;
}

/** How far the two places are from lying at the same byte of an item: 0..unit - 1. */
export function strayBytes(at: Spot, from: Spot): number {
  const unit = Math.max(1, at.unitBytes);
  const difference = at.offset - at.area.offset - (from.offset - from.area.offset);
  return ((difference % unit) + unit) % unit;
}

/** Index of the item that a spot lies in. */
export function itemOf({ area, offset, unitBytes }: Spot): number {
  return unitBytes === 0 ? 0 : Math.floor((offset - area.offset) / unitBytes);
}

/** Row of the tensor, counted from the area's start. */
export function rowOf({ area, offset }: Spot): number {
  return area.itemBytes === 0 ? 0 : Math.floor((offset - area.offset) / area.itemBytes);
}

/** Rows that bytes from a spot on touch. */
export function rowsOf(spot: Spot, bytes: number): Range {
  const { area, offset } = spot;
  const first = rowOf(spot);
  return [first, area.itemBytes === 0 ? first + 1 : Math.floor((offset - area.offset + bytes - 1) / area.itemBytes) + 1];
}

function pastHome(at: Spot, home: Destination | null): number | null {
  return home === null ? null : at.offset - home.offset;
}
