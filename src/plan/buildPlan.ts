/**
 * @file The plan of a hand-off as SGLang's prefill and decode would carry it out with the Mooncake backend (2026-08): per request, decode allocates and resets, prefill sends
 * KV chunk by chunk, then with the last chunk the state components in order, the metadata row, and the status (`transfer_worker`, `maybe_send_extra`, `send_aux`).
 */
import type { PythonErrorType } from '../core/errors.ts';
import { alignDown, floorDiv } from '../core/units.ts';
import type { RequestIndices } from '../indices/requestIndices.ts';
import type { Grid } from '../model/engineConfig.ts';
import type { Placement } from '../pools/pool.ts';
import { type BlockWriter, createBlockWriter } from './blockWriter.ts';
import { type Batch, type Sending, sendKv, sendState } from './engines/mooncake.ts';
import type { Plan, PlanEntry, Step } from './plan.ts';
import type { PipelineStage } from './ppSlice.ts';
import { type GridPoint, gridPoints, mapDecodeRank, rankIndex } from './rankMapping.ts';

/** One registered entry, as the planner needs it. */
export interface ListedRegion {
  /** Bytes from the rank's base to the entry's start. */
  readonly offset: number;
  readonly itemBytes: number;
  readonly tensor: string;
}

/** What one rank has registered. */
export interface RegisteredRank {
  readonly kv: readonly ListedRegion[];
  readonly components: readonly { readonly type: string; readonly entries: readonly ListedRegion[] }[];
  readonly aux: readonly ListedRegion[];
  /** What pipeline slicing looks at; of prefill ranks only. */
  readonly stage: PipelineStage;
  /** What decode writes when it admits a request at this slot. */
  resets(slot: number): readonly { readonly tensor: string; readonly byteOffset: number; readonly bytes: number }[];
}

/** A node: its grid, and its ranks in the order of `rankIndex`. */
export interface RegisteredNode {
  readonly grid: Grid;
  readonly ranks: readonly RegisteredRank[];
}

/** One request with its lists and places on both nodes. */
export interface PlannedRequest {
  readonly tokens: number;
  readonly decodePrefixTokens: number;
  readonly prefill: { readonly placement: Placement; readonly indices: RequestIndices };
  readonly decode: { readonly placement: Placement; readonly indices: RequestIndices };
}

/** What to plan. */
export interface PlanInput {
  readonly prefill: RegisteredNode;
  readonly decode: RegisteredNode;
  readonly requests: readonly PlannedRequest[];
  readonly pageSizeTokens: number;
  /** Tokens a prefill chunk; null = one chunk a request. */
  readonly chunkTokens: number | null;
}

/** The engine's own failure in the middle of a hand-off. */
export interface TransferFailure {
  readonly request: number;
  readonly pythonType: PythonErrorType;
  readonly message: string;
}

/** A plan, and what the engine logged while it was made. */
export interface BuiltPlan {
  readonly plan: Plan;
  /** Log lines about lists that were cut, by request. */
  readonly warnings: readonly { readonly request: number; readonly message: string }[];
  /** Null when every request was sent whole. After a failure the worker thread is dead: requests behind it on the same queue are never sent. */
  readonly failure: TransferFailure | null;
}

/**
 * Plans a hand-off.
 * @throws EngineError(AssertionError) where the grids cannot work together (`mapDecodeRank`)
 */
export function buildPlan(input: PlanInput): BuiltPlan {
  const builder = new PlanBuilder(input);
  builder.register();
  for (let request = 0; request < input.requests.length && builder.failure === null; request++) builder.handOver(request);
  return builder.finish();
}

/** What a send belongs to. */
interface SendContext {
  readonly request: number;
  readonly route: Route;
  readonly chunk: number;
  readonly last: boolean;
}

/** What a send moves: pairs of entries times pairs of indices. */
interface Sendable {
  readonly component: PlanEntry['component'];
  readonly type: string;
  readonly pairs: Batch['pairs'];
  readonly src: Int32Array;
  readonly dst: Int32Array;
}

/** A prefill rank that writes into a decode rank. */
interface Route {
  readonly prefillRank: number;
  readonly decodeRank: number;
  /** The metadata row is the same on every stage; the last one sends it. */
  readonly sendsAux: boolean;
}

class PlanBuilder {
  readonly #input: PlanInput;
  readonly #routes: readonly Route[];
  readonly #writer: BlockWriter;
  readonly #steps: Step[] = [];
  readonly #entries: PlanEntry[] = [];
  /** Index of the first entry of a route's component; its other entries follow in the order of the pairs, which are the same for every request. */
  readonly #firstEntry = new Map<Route, Map<PlanEntry['component'], number>>();
  readonly #warnings: { request: number; message: string }[] = [];
  failure: TransferFailure | null = null;

  constructor(input: PlanInput) {
    this.#input = input;
    this.#routes = gridPoints(input.decode.grid).flatMap((point) => routesInto(point, input.prefill.grid, input.decode.grid));
    this.#writer = createBlockWriter(this.#routes.reduce((sum, route) => sum + this.#blocksOn(route), 0));
  }

  /** Blocks that a route takes if nothing is cut: room to start with. */
  #blocksOn(route: Route): number {
    const { prefill } = this.#ranks(route);
    let blocks = 0;
    for (const { prefill: sent } of this.#input.requests) {
      blocks += prefill.aux.length + prefill.kv.length * sent.indices.kvPages.length;
      for (const { type, entries } of prefill.components) blocks += entries.length * (listOf(sent.indices, type)?.length ?? 0);
    }
    return blocks;
  }

  register(): void {
    for (const side of ['prefill', 'decode'] as const) {
      this.#input[side].ranks.forEach((rank, index) => {
        const regions = rank.kv.length + rank.aux.length + rank.components.reduce((sum, component) => sum + component.entries.length, 0);
        this.#steps.push({ kind: 'register', side, rank: index, regions });
      });
    }
  }

  handOver(request: number): void {
    this.#admit(request);
    const chunks = this.#chunks(request);
    for (const [chunk, [from, to]] of chunks.entries()) {
      const last = chunk === chunks.length - 1;
      for (const route of this.#routes) {
        const context = { request, route, chunk, last };
        this.#sendPages(context, from, to);
        if (last && this.failure === null) this.#sendStates(context);
        if (last && this.failure === null && route.sendsAux) this.#sendAux(context);
        if (this.failure !== null) {
          // The thread dies with the room unanswered: decode waits until its timeout.
          this.#steps.push({ kind: 'status', request, side: 'decode', rank: route.decodeRank, status: 'Failed' });
          return;
        }
      }
    }
    this.#settle(request);
  }

  finish(): BuiltPlan {
    return {
      plan: { steps: this.#steps, entries: this.#entries, blocks: this.#writer.finish() },
      warnings: this.#warnings,
      failure: this.failure,
    };
  }

  /** Decode takes slot, pages and metadata row and resets the slot's request-scoped state; prefill has taken its own before. */
  #admit(request: number): void {
    const planned = this.#planned(request);
    for (const side of ['prefill', 'decode'] as const) this.#steps.push({ kind: 'alloc', side, request, ...planned[side].placement });
    this.#input.decode.ranks.forEach((rank, decodeRank) => {
      for (const reset of rank.resets(planned.decode.placement.slot)) this.#steps.push({ kind: 'reset', request, decodeRank, ...reset });
    });
  }

  /** Page ranges [from, to) of the request's lists, a chunk each: whole pages only; the partial page goes with the last chunk, which exists even when it holds no page. */
  #chunks(request: number): (readonly [from: number, to: number])[] {
    const { pageSizeTokens, chunkTokens } = this.#input;
    const { tokens, decodePrefixTokens, prefill } = this.#planned(request);
    const pages = prefill.indices.kvPages.length;
    const chunks: [number, number][] = [];
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

  #sendPages(context: SendContext, from: number, to: number): void {
    if (to === from) return;
    const { prefill, decode } = this.#ranks(context.route);
    const planned = this.#planned(context.request);
    const itemBytes = prefill.kv.map((region) => region.itemBytes);
    const source = planned.prefill.indices.kvPages.subarray(from, to);
    const sending = sendKv(itemBytes, decode.kv.length, source, planned.decode.indices.kvPages.subarray(from, to), prefill.stage);
    for (const batch of sending.batches) this.#write(context, batch, prefill.kv, decode.kv);
    this.#note(context.request, sending);
  }

  #sendStates(context: SendContext): void {
    const { prefill, decode } = this.#ranks(context.route);
    const planned = this.#planned(context.request);
    const sent = prefill.components.map(({ type, entries }) => ({
      type,
      itemBytes: entries.map((region) => region.itemBytes),
      indices: listOf(planned.prefill.indices, type),
    }));
    const received = decode.components.map(({ type, entries }) => ({
      entryCount: entries.length,
      indices: listOf(planned.decode.indices, type) ?? new Int32Array(0),
    }));
    const sending = sendState(sent, received, prefill.stage);
    for (const batch of sending.batches) {
      const component = batch.component as number;
      this.#write(context, batch, prefill.components[component]?.entries ?? [], decode.components[component]?.entries ?? []);
    }
    this.#note(context.request, sending);
  }

  #sendAux(context: SendContext): void {
    const { prefill, decode } = this.#ranks(context.route);
    const planned = this.#planned(context.request);
    // Decode's list decides how many buffers travel; the item length is the sender's.
    const pairs = decode.aux.flatMap((_, position) => {
      const source = prefill.aux[position];
      return source === undefined ? [] : [{ srcPosition: position, dstPosition: position, itemBytes: source.itemBytes }];
    });
    const src = Int32Array.of(planned.prefill.placement.metadataRow);
    const dst = Int32Array.of(planned.decode.placement.metadataRow);
    this.#write(context, { component: 'aux', type: 'aux', pairs, src, dst }, prefill.aux, decode.aux);
  }

  #settle(request: number): void {
    for (const { prefillRank } of this.#routes) this.#steps.push({ kind: 'status', request, side: 'prefill', rank: prefillRank, status: 'Success' });
    this.#input.decode.ranks.forEach((_, rank) => {
      this.#steps.push({ kind: 'status', request, side: 'decode', rank, status: 'Success' });
    });
    this.#steps.push({ kind: 'commit', request }, { kind: 'free', side: 'prefill', request });
  }

  #note(request: number, sending: Sending): void {
    for (const message of sending.warnings) this.#warnings.push({ request, message });
    const { error } = sending;
    if (error !== null) this.failure = { request, pythonType: error.pythonType, message: error.message };
  }

  #write(context: SendContext, sendable: Sendable, source: readonly ListedRegion[], target: readonly ListedRegion[]): void {
    const { request, route, chunk, last } = context;
    const { prefillRank, decodeRank } = route;
    const { component, type } = sendable;
    const fromBlock = this.#writer.count;
    let entry = this.#entriesOf(route, sendable, source, target);
    for (const { srcPosition, dstPosition, itemBytes } of sendable.pairs) {
      const src = source[srcPosition] as ListedRegion;
      const dst = target[dstPosition] as ListedRegion;
      this.#writer.addItems(entry, src.offset, dst.offset, itemBytes, sendable.src, sendable.dst);
      entry += 1;
    }
    this.#steps.push({ kind: 'send', request, prefillRank, decodeRank, component, type, chunk, last, fromBlock, toBlock: this.#writer.count });
  }

  /** Index of the first of a send's entries; they are written down when the route first uses the component. */
  #entriesOf(route: Route, { component, type, pairs }: Sendable, source: readonly ListedRegion[], target: readonly ListedRegion[]): number {
    const ofRoute = this.#firstEntry.get(route) ?? new Map<PlanEntry['component'], number>();
    this.#firstEntry.set(route, ofRoute);
    const known = ofRoute.get(component);
    if (known !== undefined) return known;
    const first = this.#entries.length;
    ofRoute.set(component, first);
    const { prefillRank, decodeRank } = route;
    for (const pair of pairs) {
      const tensors = { srcTensor: source[pair.srcPosition]?.tensor ?? '', dstTensor: target[pair.dstPosition]?.tensor ?? '' };
      this.#entries.push({ component, type, ...pair, ...tensors, prefillRank, decodeRank });
    }
    return first;
  }

  #planned(request: number): PlannedRequest {
    return this.#input.requests[request] as PlannedRequest;
  }

  #ranks(route: Route): { prefill: RegisteredRank; decode: RegisteredRank } {
    return {
      prefill: this.#input.prefill.ranks[route.prefillRank] as RegisteredRank,
      decode: this.#input.decode.ranks[route.decodeRank] as RegisteredRank,
    };
  }
}

/** A request's index list for a component of that type; null = this node has no such list. */
function listOf(indices: RequestIndices, type: string): Int32Array | null {
  const { states } = indices;
  return type === 'swa' ? states.swa : type === 'swa_ring' ? states.swa_ring : type === 'c128_state' ? states.c128_state : null;
}

function routesInto(point: GridPoint, prefill: Grid, decode: Grid): Route[] {
  const { senders } = mapDecodeRank(point, prefill, decode);
  return senders.map((sender) => ({
    prefillRank: rankIndex(prefill, sender),
    decodeRank: rankIndex(decode, point),
    sendsAux: sender.pp === prefill.pp - 1 || senders.length === 1,
  }));
}
