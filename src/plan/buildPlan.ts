/**
 * @file The plan of a hand-off as SGLang's prefill and decode would carry it out (2026-08): per request, decode allocates and resets, prefill sends KV chunk by chunk, then with the last
 * chunk the state components in order, the metadata row, and the status (`transfer_worker`, `maybe_send_extra`, `send_aux`). What differs from backend to backend is the personality's.
 */
import { type BlockWriter, createBlockWriter } from './blockWriter.ts';
import type { RankEnd, RoomContext } from './engines/personality.ts';
import type { Batch, Sending } from './engines/sending.ts';
import { DEFAULT_DEPLOYMENT, roomOf } from './kvPoll.ts';
import type { Plan, PlanEntry, Step } from './plan.ts';
import type { BuiltPlan, CopyFailure, CutWarning, ListedRegion, PlanInput, PlannedRequest, TransferFailure } from './planInput.ts';
import { Room, type RoomOutcome } from './room.ts';
import { type NodeRoutes, type Route, routesBetween } from './routes.ts';
import { auxSending, chunksOf, entriesOf, expectsState, kvSending, type PageRange, partOf, ranksOf, stateSending } from './sendings.ts';

/**
 * Plans a hand-off.
 * @throws EngineError(AssertionError) where the grids cannot work together (`mapDecodeRank`)
 */
export function buildPlan(input: PlanInput): BuiltPlan {
  const builder = new PlanBuilder(input);
  builder.register();
  for (let request = 0; request < input.requests.length; request++) builder.handOver(request);
  return builder.finish();
}

/** What a send belongs to. */
interface SendContext {
  readonly room: Room;
  readonly route: Route;
  readonly chunk: number;
  readonly last: boolean;
  /** This rank has no KV page in the chunk. */
  readonly withoutKv: boolean;
}

class PlanBuilder {
  readonly #input: PlanInput;
  readonly #routes: NodeRoutes;
  readonly #writer: BlockWriter = createBlockWriter();
  readonly #steps: Step[] = [];
  readonly #entries: PlanEntry[] = [];
  readonly #entryIndex = new Map<string, number>();
  readonly #warnings: CutWarning[] = [];
  readonly #failures: TransferFailure[] = [];
  readonly #outcomes: RoomOutcome[] = [];
  /** How rooms end before they begin, by prefill rank (its queue is dead) or `prefill>decode` (the session is refused). */
  readonly #doomed = new Map<string, RankEnd>();

  constructor(input: PlanInput) {
    this.#input = input;
    this.#routes = routesBetween(input.prefill, input.decode);
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
    const { personality } = this.#input;
    const room = new Room(request, this.#contextOf(request), personality, this.#routes, expectsState(this.#input, request));
    this.#admit(request);
    const blocked = this.#routes.unreachable.length + this.#routes.unserved.length > 0;
    if (personality.movesBytes && !blocked) this.#send(room);
    this.#settle(room);
  }

  finish(): BuiltPlan {
    const plan: Plan = { steps: this.#steps, entries: this.#entries, blocks: this.#writer.finish() };
    return { plan, warnings: this.#warnings, failures: this.#failures, outcomes: this.#outcomes };
  }

  /** Decode takes slot, pages and metadata row and resets the slot's request-scoped state; prefill has taken its own before. */
  #admit(request: number): void {
    const planned = this.#planned(request);
    for (const side of ['prefill', 'decode'] as const) {
      const { slot, fullPages, swaPages, metadataRow } = planned[side].placement;
      this.#steps.push({ kind: 'alloc', side, request, slot, fullPages, swaPages, metadataRow });
    }
    this.#input.decode.ranks.forEach((rank, decodeRank) => {
      for (const reset of rank.resets(planned.decode.placement.slot)) this.#steps.push({ kind: 'reset', request, decodeRank, ...reset });
    });
  }

  #send(room: Room): void {
    const chunks = chunksOf(this.#input, room.request);
    chunks.forEach((range, chunk) => {
      const later: { readonly prefillRank: number; readonly end: RankEnd }[] = [];
      for (const route of this.#routes.routes) {
        const { prefillRank, decodeRank } = route;
        const doom = this.#doomed.get(`${prefillRank}`) ?? this.#doomed.get(`${prefillRank}>${decodeRank}`);
        if (doom !== undefined) room.end(prefillRank, doom);
        if (room.isOver(prefillRank)) continue;
        const ends = this.#sendChunk(room, route, chunk, range, chunk === chunks.length - 1);
        later.push(...ends.map((end) => ({ prefillRank, end })));
      }
      for (const { prefillRank, end } of later) room.end(prefillRank, end);
    });
  }

  /** One chunk of one rank for one decode rank: its pages, and with the last one everything else. @returns ends that take effect once the rank has posted the chunk for all */
  #sendChunk(room: Room, route: Route, chunk: number, range: PageRange, last: boolean): RankEnd[] {
    const { request } = room;
    const [from, to] = partOf(this.#input, request, route, range);
    const context = { room, route, chunk, last, withoutKv: from === to };
    const parts = [() => kvSending(this.#input, request, route, [from, to])];
    if (last) parts.push(() => stateSending(this.#input, request, route));
    if (last && route.sendsAux) parts.push(() => auxSending(this.#input, request, route));
    const later: RankEnd[] = [];
    for (const part of parts) {
      later.push(...this.#post(context, part()));
      if (room.isOver(route.prefillRank)) break;
      if (last && part === parts[0]) room.finishedKv(route);
    }
    return later;
  }

  /** Posts batches until one ends the room for the rank. @returns ends that take effect later: see `postsRestOfChunk` */
  #post(context: SendContext, { batches, warnings, error }: Sending): RankEnd[] {
    const { room, route } = context;
    const { request } = room;
    const { prefillRank, decodeRank } = route;
    const later: RankEnd[] = [];
    for (const message of warnings) this.#warnings.push({ request, prefillRank, message });
    for (const batch of batches) {
      const { component } = batch;
      const fails = (kind: CopyFailure['kind']) =>
        this.#input.copyFailures.some((failure) => failure.kind === kind && failure.request === request && failure.component === component);
      const refused = fails('refused');
      if (fails('passed-over')) {
        room.posted(route, component, false);
        continue;
      }
      this.#write(context, batch, refused);
      room.posted(route, component, !refused);
      if (!refused) continue;
      const end = this.#input.personality.onRefusedCopy({ ...this.#contextOf(request), component, decodeRank });
      this.#failures.push({ request, prefillRank, component, kind: 'refused-copy', pythonType: null, message: end?.message ?? null, threadDied: false });
      if (end === null) continue;
      this.#doomLater(route, end);
      if (end.postsRestOfChunk) later.push(end);
      else {
        room.end(prefillRank, end);
        return later;
      }
    }
    if (error === null) return later;
    const end = this.#input.personality.onException(error, this.#contextOf(request));
    const threadDied = end.laterRooms?.scope === 'queue';
    this.#failures.push({ request, prefillRank, component: null, kind: 'exception', pythonType: error.pythonType, message: error.message, threadDied });
    this.#doomLater(route, end);
    room.end(prefillRank, end);
    return later;
  }

  #doomLater({ prefillRank, decodeRank }: Route, { laterRooms }: RankEnd): void {
    if (laterRooms !== null) this.#doomed.set(laterRooms.scope === 'queue' ? `${prefillRank}` : `${prefillRank}>${decodeRank}`, laterRooms.end);
  }

  /** A send step and its blocks; none where the transport refuses the batch. */
  #write(context: SendContext, batch: Batch, refused: boolean): void {
    const { room, route, chunk, last, withoutKv } = context;
    const { prefillRank, decodeRank, point } = route;
    const { component, type } = batch;
    const { prefill, decode } = ranksOf(this.#input, route);
    const fromBlock = this.#writer.count;
    for (const { srcPosition, dstPosition, itemBytes } of refused ? [] : batch.pairs) {
      const src = entriesOf(prefill, component)[srcPosition] as ListedRegion;
      const dst = entriesOf(decode, component)[dstPosition] as ListedRegion;
      const tensors = { srcTensor: src.tensor, dstTensor: dst.tensor };
      const entry = this.#entry({ component, type, srcPosition, dstPosition, itemBytes, ...tensors, prefillRank, decodeRank });
      this.#writer.addItems(entry, src.offset, dst.offset, itemBytes, batch.src, batch.dst);
    }
    const { personality } = this.#input;
    const { submissions, descriptors } = personality.posting(batch);
    const notification = personality.notification({ room: this.#contextOf(room.request).room, component, engineRank: point.tp, chunk, last, withoutKv });
    this.#steps.push({
      kind: 'send',
      request: room.request,
      prefillRank,
      decodeRank,
      component,
      type,
      chunk,
      last,
      fromBlock,
      toBlock: this.#writer.count,
      submissions,
      descriptors,
      notification,
      refused,
    });
  }

  #settle(room: Room): void {
    const { request } = room;
    for (const { route, status } of room.sendStatus()) {
      this.#steps.push({ kind: 'notify', request, prefillRank: route.prefillRank, decodeRank: route.decodeRank, status });
    }
    const outcome = room.outcome();
    this.#outcomes.push(outcome);
    for (const side of ['prefill', 'decode'] as const) {
      const { status, message } = outcome[side];
      this.#steps.push({ kind: 'status', request, side, status, message });
    }
    if (outcome.decode.status === 'Success') this.#steps.push({ kind: 'commit', request });
    this.#steps.push({ kind: 'free', side: 'prefill', request });
  }

  #entry(entry: PlanEntry): number {
    const key = `${entry.prefillRank}>${entry.decodeRank}/${entry.component}/${entry.srcPosition}>${entry.dstPosition}`;
    const known = this.#entryIndex.get(key);
    if (known !== undefined) return known;
    this.#entryIndex.set(key, this.#entries.length);
    this.#entries.push(entry);
    return this.#entries.length - 1;
  }

  #contextOf(request: number): RoomContext {
    const { deployment = DEFAULT_DEPLOYMENT } = this.#input;
    return { room: roomOf(deployment, request), deployment };
  }

  #planned(request: number): PlannedRequest {
    return this.#input.requests[request] as PlannedRequest;
  }
}
