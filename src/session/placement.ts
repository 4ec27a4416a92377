/**
 * @file Where each request sits on a node: slot, pages, metadata row, from the node's own allocators. Replicated schedulers give every rank of a node the same places.
 */

import { SimError, type Where } from '../core/errors.ts';
import { NumberQueue } from '../core/queue.ts';
import { type RandomStream, randomStream } from '../core/random.ts';
import { locationsFromPages } from '../indices/pageList.ts';
import type { RequestPlace } from '../indices/requestIndices.ts';
import type { Turn } from '../plan/schedule.ts';
import { PagedAllocator } from '../pools/allocators/pagedAllocator.ts';
import { allocateRequestPages, freeRequestPages, tailPageCount } from '../pools/allocators/requestPages.ts';
import { SlotAllocator } from '../pools/allocators/slotAllocator.ts';
import { pagesOfSlot } from '../pools/allocators/slotReservation.ts';
import { SwaMapping, swaTailLen } from '../pools/allocators/swaMapping.ts';
import type { Placement } from '../pools/pool.ts';

/** What a node has to give. */
export interface PlacementGeometry {
  /** Rows of `req_to_token`, padding row 0 included. */
  readonly reqSlots: number;
  readonly pageSizeTokens: number;
  readonly fullTokens: number;
  /** 0 for pools without a sliding window. */
  readonly swaTokens: number;
  readonly windowTokens: number;
  readonly metadataRows: number;
  /** Pages are reserved by slot, as many as the longest request takes, instead of given out from a free list (layout `request-packed`). */
  readonly reserved: boolean;
}

/** Free lists hold every page: more would take gigabytes before the first request is placed. */
const MOST_PAGES = 2 ** 25;

/** What a request asks of a node; `null` = the allocator chooses. */
export interface PlacementDemand {
  readonly tokens: number;
  readonly slot: number | null;
  readonly fullPages: readonly number[] | null;
  /** By logical page, 0 = none. */
  readonly swaPages: readonly number[] | null;
}

/** A request's place, as pools and index builders each want it. */
export interface PlacedRequest {
  readonly placement: Placement;
  readonly place: RequestPlace;
}

/**
 * Places all requests of a hand-off on one node, in order.
 * @param side names the errors and the random stream
 * @param fragmentation 0 = pages in ascending order, 1 = shuffled
 * @param turns who takes and gives back when; by default all take, and nobody gives back
 * @throws SimError(bad-input) when slots, pages or metadata rows run out, or fixed ones cannot be had; names request, asked and available
 */
export function placeRequests(
  side: 'prefill' | 'decode',
  geometry: PlacementGeometry,
  demands: readonly PlacementDemand[],
  fragmentation: number,
  seed: number,
  turns: readonly Turn[] = demands.map((_, take) => ({ take })),
): readonly PlacedRequest[] {
  const { pageSizeTokens, fullTokens, swaTokens, metadataRows } = geometry;
  if (fullTokens / pageSizeTokens > MOST_PAGES) {
    throw new SimError('bad-input', {
      what: 'the pool has more pages than can be placed one by one',
      values: { pages: Math.floor(fullTokens / pageSizeTokens), most: MOST_PAGES },
      where: { path: `${side}.poolTokens` },
      mend: `Use at most ${MOST_PAGES * pageSizeTokens} tokens.`,
    });
  }
  const fragmentationOf = (pool: string) => ({ share: fragmentation, random: randomStream(seed, `fragmentation/${side}/${pool}`) });
  const full = new PagedAllocator('full', Math.floor(fullTokens / pageSizeTokens), 'poolTokens', fragmentationOf('full'));
  const swa = new PagedAllocator('SWA', Math.floor(swaTokens / pageSizeTokens), 'swaRatio', fragmentationOf('swa'));
  const mapping = new SwaMapping(side, fullTokens, pageSizeTokens);
  const slots = new SlotAllocator(geometry.reqSlots);
  const rows = new MetadataRows(metadataRows, randomStream(seed, `metadata/${side}`), side);
  const reserved = geometry.reserved ? reservations(geometry, demands) : null;
  const placed: PlacedRequest[] = [];
  const take = (index: number) => {
    const demand = demands[index] as PlacementDemand;
    const where = whereOf(side, index);
    const slot = slots.take(demand.slot ?? undefined, demand.slot === null ? where : whereOf(side, index, 'slot'));
    const chosen = reserved === null ? chosenPages(demand) : reserved(slot, demand, where);
    const pages = allocateRequestPages({ full, swa, mapping }, { tokens: demand.tokens, swaTailTokens: tailTokens(geometry, demand), ...chosen, where });
    const placement = { slot, pageTokens: pageSizeTokens, fullPages: pages.fullPages, swaPages: pages.swaPages, metadataRow: rows.take(demands.length) };
    placed[index] = {
      placement,
      place: {
        slot,
        locations: locationsFromPages(pages.fullPages, pageSizeTokens, demand.tokens),
        mapping: turns.length === demands.length ? mapping : mappingWhileHeld(placement),
      },
    };
  };
  const give = (index: number) => {
    const { placement } = placed[index] as PlacedRequest;
    freeRequestPages({ full, swa, mapping }, placement);
    slots.free(placement.slot);
    rows.give(placement.metadataRow);
  };
  for (const run of runsOf(turns)) {
    if ('give' in run) give(run.give);
    // What the user chose is taken first, or the allocator might have given it away.
    else for (const index of run.take.toSorted((a, b) => Number(isFree(demands[a])) - Number(isFree(demands[b])) || a - b)) take(index);
  }
  return placed;
}

/** SWA tokens at the end of a request. */
function tailTokens({ windowTokens, pageSizeTokens }: PlacementGeometry, { tokens }: PlacementDemand): number {
  return windowTokens > 0 ? swaTailLen(tokens, windowTokens, pageSizeTokens, false) : 0;
}

/** What a request's author chose, as allocators take it. */
interface ChosenPages {
  readonly fullPages: readonly number[] | undefined;
  readonly swaPages: readonly number[] | undefined;
}

function chosenPages({ fullPages, swaPages }: PlacementDemand): ChosenPages {
  return { fullPages: fullPages ?? undefined, swaPages: swaPages?.filter((page) => page !== 0) };
}

/** The pages that a request's slot has reserved for it. @throws SimError(bad-input), from what it returns: for chosen pages, and for slots whose pages the pool does not have */
function reservations(geometry: PlacementGeometry, demands: readonly PlacementDemand[]) {
  const { pageSizeTokens, fullTokens, swaTokens } = geometry;
  const full = (demand: PlacementDemand) => Math.ceil(demand.tokens / pageSizeTokens);
  const swa = (demand: PlacementDemand) => tailPageCount(demand.tokens, tailTokens(geometry, demand), pageSizeTokens);
  const reservation = (name: string, tokens: number, setting: string, of: (demand: PlacementDemand) => number) => {
    const pagesPerSlot = demands.reduce((most, demand) => Math.max(most, of(demand)), 0);
    return { name, pages: Math.floor(tokens / pageSizeTokens), pagesPerSlot, setting };
  };
  const ofFull = reservation('full', fullTokens, 'poolTokens', full);
  const ofSwa = reservation('SWA', swaTokens, 'swaRatio', swa);
  return (slot: number, demand: PlacementDemand, where: Where): ChosenPages => {
    if (demand.fullPages !== null || demand.swaPages !== null) {
      throw new SimError('bad-input', {
        what: 'pages are chosen for a request, but layout request-packed reserves them by slot',
        where,
        mend: 'Leave fullPages and swaPages out, or use layout page-first.',
      });
    }
    return { fullPages: pagesOfSlot(ofFull, slot, full(demand), where), swaPages: pagesOfSlot(ofSwa, slot, swa(demand), where) };
  };
}

/** Turns with those that take one after another put together. */
function runsOf(turns: readonly Turn[]): readonly ({ readonly take: readonly number[] } | { readonly give: number })[] {
  const runs: ({ take: number[] } | { give: number })[] = [];
  for (const turn of turns) {
    const last = runs.at(-1);
    if ('give' in turn) runs.push(turn);
    else if (last !== undefined && 'take' in last) last.take.push(turn.take);
    else runs.push({ take: [turn.take] });
  }
  return runs;
}

/** What the table said of a request while it held its pages: by the end of the hand-off they may be another's. */
function mappingWhileHeld({ fullPages, swaPages, pageTokens }: Placement): RequestPlace['mapping'] {
  const swaPageOf = new Map(fullPages.map((page, i) => [page, swaPages[i] ?? 0]));
  return {
    at: (location) => {
      const swaPage = swaPageOf.get(Math.floor(location / pageTokens)) ?? 0;
      return swaPage === 0 ? 0 : swaPage * pageTokens + (location % pageTokens);
    },
  };
}

/** True where the user fixed nothing. */
function isFree(demand: PlacementDemand | undefined): boolean {
  return demand === undefined || (demand.slot === null && demand.fullPages === null && demand.swaPages === null);
}

function whereOf(side: 'prefill' | 'decode', index: number, key?: string) {
  return { path: key === undefined ? `requests[${index}] on ${side}` : `requests[${index}].${side}.${key}` };
}

/** Metadata rows are independent on the two nodes: each draws its own order, so that a row taken for the other side's shows. A freed row queues behind the others. */
class MetadataRows {
  readonly #free: NumberQueue;
  readonly #count: number;
  readonly #side: string;

  constructor(count: number, random: RandomStream, side: string) {
    this.#free = new NumberQueue(random.shuffle(Array.from({ length: count }, (_, row) => row)));
    this.#count = count;
    this.#side = side;
  }

  /** @param requests all of them, for the message */
  take(requests: number): number {
    const row = this.#free.shift();
    if (row !== undefined) return row;
    throw new SimError('bad-input', {
      what: 'there are fewer metadata rows than requests',
      values: { requests, rows: this.#count },
      where: { path: `${this.#side}.metadataRows` },
      mend: `Raise ${this.#side}.metadataRows or ${this.#side}.slots.`,
    });
  }

  give(row: number): void {
    this.#free.push([row]);
  }
}
