/** @file Changes to what a hand-off is planned from: registered lists of a side, and index lists of a request. */
import { ceilDiv } from '../core/units.ts';
import { locationsFromPages } from '../indices/pageList.ts';
import { type IndexGeometry, type RequestIndices, type RequestLengths, requestIndices, type StateIndices } from '../indices/requestIndices.ts';
import type { PlannedRequest, RegisteredNode, RegisteredRank } from '../plan/planInput.ts';
import type { Placement } from '../pools/pool.ts';
import type { FaultSide, FaultTarget, Preparation } from './fault.ts';

/** An index list by its name: the KV pages, or a state type's. */
export type ListName = 'kv' | keyof StateIndices;

/** A copy with every rank of a side changed: what a setting of the node does. */
export function editRanks(preparation: Preparation, side: FaultSide, edit: (rank: RegisteredRank) => RegisteredRank): Preparation {
  const node: RegisteredNode = { ...preparation[side], ranks: preparation[side].ranks.map(edit) };
  return { ...preparation, [side]: node };
}

/** A copy with one side of one request changed. */
export function editRequest(
  preparation: Preparation,
  request: number,
  side: FaultSide,
  edit: (own: PlannedRequest[FaultSide]) => PlannedRequest[FaultSide],
): Preparation {
  const requests = preparation.requests.map((planned, index) => (index === request ? { ...planned, [side]: edit(planned[side]) } : planned));
  return { ...preparation, requests };
}

/** A request's list on one side; null where this mode has none. */
export function listOf(indices: RequestIndices, list: ListName): Int32Array | null {
  return list === 'kv' ? indices.kvPages : indices.states[list];
}

/** The lists with one of them replaced. */
export function withList(indices: RequestIndices, list: ListName, replaced: Int32Array): RequestIndices {
  return list === 'kv' ? { ...indices, kvPages: replaced } : { ...indices, states: { ...indices.states, [list]: replaced } };
}

/** Lists that hold something for a request on both sides. */
export function filledLists({ prefill, decode }: PlannedRequest): readonly ListName[] {
  const names: readonly ListName[] = ['kv', 'swa', 'swa_ring', 'c128_state'];
  return names.filter((list) => (listOf(prefill.indices, list)?.length ?? 0) > 0 && (listOf(decode.indices, list)?.length ?? 0) > 0);
}

/** Position of the component that a target names in a rank's list; -1 where the rank has none. */
export function componentPosition(rank: RegisteredRank, target: FaultTarget): number {
  if (target === 'draft') return rank.components.findIndex(({ entries }) => entries.some(({ tensor }) => tensor.startsWith('draft/')));
  return typeof target === 'number' && target < rank.components.length ? target : -1;
}

/** Pages that no request holds on a side, the lowest first: one after another, as many as are asked for. */
export interface SparePages {
  full(count: number): readonly number[];
  swa(count: number): readonly number[];
}

/**
 * Builds the lists of a request anew, from its place as it is: for other lengths, or another geometry. Positions past the request's pages lie in spare pages, as those of a token do
 * that has just been sampled.
 */
export function rebuildIndices(
  side: FaultSide,
  geometry: IndexGeometry,
  lengths: RequestLengths,
  placement: Placement,
  sparePages: SparePages,
): RequestIndices {
  const { pageSizeTokens } = geometry;
  const pages = ceilDiv(Math.max(lengths.inputTokens, lengths.prefillEndTokens), pageSizeTokens);
  const further = Math.max(0, pages - placement.fullPages.length);
  const fullPages = [...placement.fullPages, ...sparePages.full(further)];
  const spareSwa = sparePages.swa(further);
  const swaOf = new Map(fullPages.map((page, i) => [page, placement.swaPages[i] ?? spareSwa[i - placement.fullPages.length] ?? 0]));
  const at = (location: number) => {
    const swaPage = swaOf.get(Math.floor(location / pageSizeTokens)) ?? 0;
    return swaPage === 0 ? 0 : swaPage * pageSizeTokens + (location % pageSizeTokens);
  };
  return requestIndices(side, geometry, lengths, {
    slot: placement.slot,
    locations: locationsFromPages(fullPages, pageSizeTokens, fullPages.length * pageSizeTokens),
    mapping: { at },
  });
}

/** The pages that are free on a side, of each pool. */
export function sparePages({ requests }: Preparation, side: FaultSide): SparePages {
  const lowest = (pages: 'fullPages' | 'swaPages') => (count: number) => {
    const held = new Set(requests.flatMap((request) => request[side].placement[pages]));
    const spare: number[] = [];
    for (let page = 1; spare.length < count; page++) if (!held.has(page)) spare.push(page);
    return spare;
  };
  return { full: lowest('fullPages'), swa: lowest('swaPages') };
}
