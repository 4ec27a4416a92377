/**
 * @file What a transfer backend of the engine does: one small interface, one file a backend. A personality decides what a plan holds and how a room ends; how bytes move is a
 * strategy's business, which never hears of it.
 */
import type { EngineError } from '../../core/errors.ts';
import type { TransferBackend } from '../../model/engineConfig.ts';
import type { Deployment, KvPoll } from '../kvPoll.ts';
import type { PipelineStage } from '../ppSlice.ts';
import type { Batch, KvChunk, ReceivedList, Sending, SentList } from './sending.ts';

/** What the transport is handed for a batch. */
export interface Posting {
  /** Calls of the transport. */
  readonly submissions: number;
  /** Source and destination ranges in them. */
  readonly descriptors: number;
}

/** A batch on its way, as notifications name it. */
export interface SentBatch {
  readonly room: bigint;
  readonly component: Batch['component'];
  /** `engine_rank` of the sender. */
  readonly engineRank: number;
  readonly chunk: number;
  readonly last: boolean;
  /** The chunk holds no KV page for this rank. */
  readonly withoutKv: boolean;
}

/** What a room's texts name. */
export interface RoomContext {
  readonly room: bigint;
  readonly deployment: Deployment;
}

/** A copy that the transport refused. */
export interface RefusedCopy extends RoomContext {
  readonly component: Batch['component'];
  readonly decodeRank: number;
}

/** Why a side's room ended as it did. */
export type Cause =
  /** All that was waited for came. */
  | 'transfer'
  /** P's own code raised while it sent. */
  | 'exception'
  /** The transport refused a copy. */
  | 'copy-failure'
  /** An earlier room's exception took the worker thread with it. */
  | 'dead-worker'
  /** An earlier failure put D's session on P's block list. */
  | 'session-refused'
  /** P told D. */
  | 'status-message'
  /** D heard nothing until its waiting timeout. */
  | 'waiting-timeout'
  /** P did not get the D infos that it waits for. */
  | 'bootstrap-timeout'
  /** D could not look up a prefill rank. */
  | 'bootstrap-lookup'
  /** D gave up and said so. */
  | 'abort'
  /** Nothing yet: memory was looked at while the room was under way. */
  | 'looked-at';

/** How a prefill rank ends a room that it cannot carry through. */
export interface RankEnd {
  /** What P's room is left at; a state that is not final lasts until D's abort. */
  readonly status: KvPoll;
  /** The failure record or the log line, in the engine's words; null where it has none. */
  readonly message: string | null;
  readonly after: Cause;
  /** What D is told; null = nothing. */
  readonly tellsDecode: { readonly message: string | null } | null;
  /** Whether what is left of the chunk is still posted: backends that post first and look afterwards do. */
  readonly postsRestOfChunk: boolean;
  /** What becomes of later rooms; null = nothing. `queue`: all that this rank sends; `session`: all that goes to the same decode rank. */
  readonly laterRooms: { readonly scope: 'queue' | 'session'; readonly end: RankEnd } | null;
}

/** What has come to a decode rank for a room. Ranks are prefill ranks. */
export interface Arrivals {
  /** `required_prefill_response_num`. */
  readonly requiredRanks: number;
  /** Ranks that said Success. */
  readonly succeeded: ReadonlySet<number>;
  readonly aux: boolean;
  /** D sent at least one state index. */
  readonly expectsState: boolean;
  /** Ranks of which any state component was reported. */
  readonly stateFrom: ReadonlySet<number>;
  /** Ranks of which every KV chunk was reported, the last one included. */
  readonly kvFrom: ReadonlySet<number>;
}

/** One transfer backend. All functions are pure. */
export interface Personality {
  readonly name: TransferBackend;
  /** False where statuses are exchanged and nothing is sent. */
  readonly movesBytes: boolean;
  /** Whether P sends each of its decode ranks a message with the room's status; else notifications of the transport have to do. */
  readonly sendsStatus: boolean;
  /** Whether a sender gives up a room that stays in Bootstrapping. */
  readonly checksBootstrapTimeout: boolean;
  /** Sends the pages of one KV chunk. */
  sendKv(chunk: KvChunk): Sending;
  /** Sends all state components of a request, paired with D's by position. */
  sendState(prefill: readonly SentList[], decode: readonly ReceivedList[], stage: PipelineStage): Sending;
  posting(batch: Batch): Posting;
  /** The tag that reaches D when the batch has; null where only the status message at the end tells. */
  notification(sent: SentBatch): string | null;
  /** P's code raised in the transfer worker. */
  onException(error: EngineError, context: RoomContext): RankEnd;
  /** The transport refused a copy; null = the engine goes on as if nothing had happened. */
  onRefusedCopy(copy: RefusedCopy): RankEnd | null;
  /** Whether a decode rank takes the room for complete. */
  isComplete(arrivals: Arrivals): boolean;
}
