/**
 * @file What a prefill rank has to send of a request to a decode rank: its chunks of pages, its state, its metadata row, each as the personality sends it. Nothing is posted here.
 */
import { alignDown, floorDiv } from '../core/units.ts';
import { indexRange } from '../indices/indexRange.ts';
import type { RequestIndices } from '../indices/requestIndices.ts';
import { filterKvIndicesForCpRank } from './cpSplit.ts';
import type { Batch, Sending } from './engines/sending.ts';
import type { ListedRegion, PlanInput, PlannedRequest, RegisteredRank } from './planInput.ts';
import type { Route } from './routes.ts';

/** Page positions [from, to) of a request's lists. */
export type PageRange = readonly [from: number, to: number];

const NOTHING_TO_SEND: Sending = { batches: [], warnings: [], error: null };

/** A request's page ranges, a chunk each: whole pages only; the partial page goes with the last chunk, which exists even when it holds no page. */
export function chunksOf({ pageSizeTokens, chunkTokens, requests }: PlanInput, request: number): PageRange[] {
  const { tokens, decodePrefixTokens, prefill } = requests[request] as PlannedRequest;
  const pages = prefill.indices.kvPages.length;
  const chunks: PageRange[] = [];
  let sent = 0;
  if (chunkTokens !== null) {
    for (let end = chunkTokens; end < tokens; end += chunkTokens) {
      const to = Math.min(pages, floorDiv(alignDown(end, pageSizeTokens) - decodePrefixTokens, pageSizeTokens));
      if (to <= sent) continue;
      chunks.push([sent, to]);
      sent = to;
    }
  }
  chunks.push([sent, pages]);
  return chunks;
}

/** The part of a chunk that falls to the route's context-parallel rank. */
export function partOf({ requests }: PlanInput, request: number, { cpPart }: Route, [from, to]: PageRange): PageRange {
  if (cpPart === null) return [from, to];
  const { kvPages } = (requests[request] as PlannedRequest).prefill.indices;
  const chunk = { indices: kvPages.subarray(from, to), sliceStart: from, sliceStop: to };
  const part = filterKvIndicesForCpRank(chunk, kvPages.length, cpPart.rank, cpPart.size);
  return [part.sliceStart ?? from, part.sliceStop ?? to];
}

/** The pages of a chunk. */
export function kvSending(input: PlanInput, request: number, route: Route, [from, to]: PageRange): Sending {
  if (to === from) return NOTHING_TO_SEND;
  const { prefill, decode } = ranksOf(input, route);
  const planned = input.requests[request] as PlannedRequest;
  return input.personality.sendKv({
    itemBytes: prefill.kv.map((region) => region.itemBytes),
    entryCount: decode.kv.length,
    prefillPages: indexRange(planned.prefill.indices.kvPages, from, to),
    decodePages: indexRange(planned.decode.indices.kvPages, from, to),
    stage: prefill.stage,
  });
}

/** All state components. */
export function stateSending(input: PlanInput, request: number, route: Route): Sending {
  const { prefill, decode } = ranksOf(input, route);
  const planned = input.requests[request] as PlannedRequest;
  const sent = prefill.components.map(({ type, entries }) => ({
    type,
    itemBytes: entries.map((region) => region.itemBytes),
    indices: indicesFor(planned.prefill.indices, type),
  }));
  const received = decode.components.map(({ type, entries }) => ({
    entryCount: entries.length,
    indices: indicesFor(planned.decode.indices, type) ?? new Int32Array(0),
  }));
  return input.personality.sendState(sent, received, prefill.stage);
}

/** The metadata row. Decode's list decides how many buffers travel; the item length is the sender's. */
export function auxSending(input: PlanInput, request: number, route: Route): Sending {
  const { prefill, decode } = ranksOf(input, route);
  const planned = input.requests[request] as PlannedRequest;
  const pairs = decode.aux.flatMap((_, position) => {
    const source = prefill.aux[position];
    return source === undefined ? [] : [{ srcPosition: position, dstPosition: position, itemBytes: source.itemBytes }];
  });
  const src = Int32Array.of(planned.prefill.placement.metadataRow);
  const dst = Int32Array.of(planned.decode.placement.metadataRow);
  return { batches: [{ component: 'aux', type: 'aux', pairs, src, dst }], warnings: [], error: null };
}

/** Decode sends state indices, and so waits for state, when one of its components has any. */
export function expectsState({ decode, requests }: PlanInput, request: number): boolean {
  const { indices } = (requests[request] as PlannedRequest).decode;
  return decode.ranks.some((rank) => rank.components.some(({ type }) => (indicesFor(indices, type)?.length ?? 0) > 0));
}

/** Both ends of a route. */
export function ranksOf({ prefill, decode }: PlanInput, { prefillRank, decodeRank }: Route): { prefill: RegisteredRank; decode: RegisteredRank } {
  return { prefill: prefill.ranks[prefillRank] as RegisteredRank, decode: decode.ranks[decodeRank] as RegisteredRank };
}

/** A rank's entries of a component. */
export function entriesOf(rank: RegisteredRank, component: Batch['component']): readonly ListedRegion[] {
  if (component === 'kv') return rank.kv;
  if (component === 'aux') return rank.aux;
  return rank.components[component]?.entries ?? [];
}

/** A request's index list for a component of that type; null = this node has no such list. */
export function indicesFor({ states }: RequestIndices, type: string): Int32Array | null {
  return type === 'swa' ? states.swa : type === 'swa_ring' ? states.swa_ring : type === 'c128_state' ? states.c128_state : null;
}
