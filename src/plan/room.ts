/**
 * @file One room while it is planned: what each prefill rank did and what came to each decode rank; and, from these, how the room ends on both sides.
 */
import type { Arrivals, Cause, Personality, RankEnd, RoomContext } from './engines/personality.ts';
import type { Batch } from './engines/sending.ts';
import { bootstrapTimeout, type KvPoll, leastPoll, waitingTimeout } from './kvPoll.ts';
import type { NodeRoutes, Route } from './routes.ts';

/** How a room ended on one side: the engine's own status and words. */
export interface SideOutcome {
  readonly status: KvPoll;
  /** The failure record or log line; null where the engine leaves none. */
  readonly message: string | null;
  readonly after: Cause;
}

/** How a request's room ended, in the engine's eyes: nothing here looks at bytes. */
export interface RoomOutcome {
  readonly request: number;
  readonly room: bigint;
  readonly prefill: SideOutcome;
  readonly decode: SideOutcome;
}

/** What a decode rank has got. */
interface Received {
  readonly succeeded: Set<number>;
  readonly stateFrom: Set<number>;
  /** Prefill ranks of which a KV chunk was lost, and those whose last one was posted. */
  readonly kvLost: Set<number>;
  readonly kvFinished: Set<number>;
  aux: boolean;
}

/** The ledger of one room. */
export class Room {
  readonly request: number;
  readonly #context: RoomContext;
  readonly #personality: Personality;
  readonly #routes: NodeRoutes;
  readonly #expectsState: boolean;
  readonly #ends = new Map<number, RankEnd>();
  readonly #received: readonly Received[];

  /** @param expectsState decode sent at least one state index */
  constructor(request: number, context: RoomContext, personality: Personality, routes: NodeRoutes, expectsState: boolean) {
    this.request = request;
    this.#context = context;
    this.#personality = personality;
    this.#routes = routes;
    this.#expectsState = expectsState;
    this.#received = routes.requiredResponses.map(() => ({
      succeeded: new Set(),
      stateFrom: new Set(),
      kvLost: new Set(),
      kvFinished: new Set(),
      aux: false,
    }));
  }

  /** Whether this prefill rank sends nothing more in this room. */
  isOver(prefillRank: number): boolean {
    return this.#ends.has(prefillRank);
  }

  /** The first end of a rank is the one that counts. */
  end(prefillRank: number, end: RankEnd): void {
    if (!this.#ends.has(prefillRank)) this.#ends.set(prefillRank, end);
  }

  /** A batch was posted; `landed` = its bytes are on decode and its notification with them. */
  posted({ prefillRank, decodeRank }: Route, component: Batch['component'], landed: boolean): void {
    const received = this.#receivedBy(decodeRank);
    if (component === 'kv') {
      if (!landed) received.kvLost.add(prefillRank);
    } else if (landed && component === 'aux') received.aux = true;
    else if (landed) received.stateFrom.add(prefillRank);
  }

  /** The rank has posted its last KV chunk for this decode rank, be it an empty one. */
  finishedKv({ prefillRank, decodeRank }: Route): void {
    this.#receivedBy(decodeRank).kvFinished.add(prefillRank);
  }

  /** Sends the status messages: Success of every rank that has sent all, Failed of those that say so. @returns them, in order */
  sendStatus(): { readonly route: Route; readonly status: KvPoll }[] {
    if (!this.#personality.sendsStatus) return [];
    return this.#routes.routes.flatMap((route) => {
      const end = this.#ends.get(route.prefillRank);
      if (end !== undefined) return end.tellsDecode === null ? [] : [{ route, status: end.status }];
      this.#receivedBy(route.decodeRank).succeeded.add(route.prefillRank);
      return [{ route, status: 'Success' as const }];
    });
  }

  /** How the room ends; after `sendStatus`. */
  outcome(): RoomOutcome {
    const { request } = this;
    const { room } = this.#context;
    const blocked = this.#personality.movesBytes ? blockedOutcome(this.#personality, this.#routes, this.#context) : null;
    if (blocked !== null) return { request, room, ...blocked };
    const decode = this.#decodeOutcome();
    return { request, room, prefill: this.#prefillOutcome(), decode };
  }

  #decodeOutcome(): SideOutcome {
    for (const { tellsDecode } of this.#ends.values()) {
      if (tellsDecode !== null) return { status: 'Failed', message: tellsDecode.message, after: 'status-message' };
    }
    const complete = this.#received.every((_, decodeRank) => this.#personality.isComplete(this.#arrivalsAt(decodeRank)));
    if (complete) return { status: 'Success', message: null, after: 'transfer' };
    const { deployment, room } = this.#context;
    return { status: 'Failed', message: waitingTimeout(deployment, room), after: 'waiting-timeout' };
  }

  /** Ranks agree on the least of their states; one that is not final becomes Failed when decode gives up and sends its abort. */
  #prefillOutcome(): SideOutcome {
    const ends = [...this.#ends.values()];
    const least = leastPoll(ends.map(({ status }) => status));
    const end = ends.find(({ status }) => status === least);
    if (end === undefined) return { status: 'Success', message: null, after: 'transfer' };
    return { status: 'Failed', message: end.message, after: end.after };
  }

  #arrivalsAt(decodeRank: number): Arrivals {
    const { succeeded, stateFrom, kvLost, kvFinished, aux } = this.#receivedBy(decodeRank);
    const kvFrom = new Set([...kvFinished].filter((rank) => !kvLost.has(rank)));
    const requiredRanks = this.#routes.requiredResponses[decodeRank] ?? 1;
    return { requiredRanks, succeeded, aux, expectsState: this.#expectsState, stateFrom, kvFrom };
  }

  #receivedBy(decodeRank: number): Received {
    return this.#received[decodeRank] as Received;
  }
}

/** How every room ends where the grids leave somebody waiting: nothing is sent. Null where they do not. */
function blockedOutcome(
  personality: Personality,
  { unreachable, unserved }: NodeRoutes,
  { deployment, room }: RoomContext,
): Pick<RoomOutcome, 'prefill' | 'decode'> | null {
  const [missing] = unreachable;
  if (missing === undefined && unserved.length === 0) return null;
  const prefill: SideOutcome = personality.checksBootstrapTimeout
    ? { status: 'Failed', message: bootstrapTimeout(deployment, room), after: 'bootstrap-timeout' }
    : { status: 'Failed', message: null, after: 'abort' };
  if (missing === undefined) return { prefill, decode: { status: 'Failed', message: waitingTimeout(deployment, room), after: 'waiting-timeout' } };
  const { tp, pp, cp } = missing.target;
  const message = `Could not fetch bootstrap info for: prefill_dp_rank: 0 prefill_cp_rank: ${cp} target_tp_rank: ${tp} and target_pp_rank ${pp}`;
  return { prefill, decode: { status: 'Failed', message, after: 'bootstrap-lookup' } };
}
