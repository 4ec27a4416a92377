/**
 * @file The Mooncake backend (2026-08): page lists are cut with a warning, positional lists refused; an exception takes the worker thread with it; what the transport refuses fails the
 * room and puts D's session on a block list; D counts the prefill ranks that say Success.
 */
import { EngineError } from '../../core/errors.ts';
import { indexRange } from '../../indices/indexRange.ts';
import { countRuns, requirePaired } from '../grouping.ts';
import { addressOf, type Deployment } from '../kvPoll.ts';
import type { PipelineStage } from '../ppSlice.ts';
import type { Arrivals, Personality, Posting, RankEnd, RefusedCopy, RoomContext } from './personality.ts';
import {
  type Batch,
  collectSending,
  componentBatch,
  EXACT_TYPES,
  type KvChunk,
  NO_LIST,
  PAGE_TYPES,
  pairEntries,
  type ReceivedList,
  type Sending,
  type SentList,
} from './sending.ts';

/** What D records when P says Failed. */
const FAILED_BY_PREFILL = 'Failed to get kvcache from prefill instance, it might be dead';

/** Sends the pages of one KV chunk (`send_kvcache`). Where D has fewer pages than the chunk, P cuts it and says so (`transfer_worker`). */
export function sendKv({ itemBytes, entryCount, prefillPages, decodePages, stage }: KvChunk): Sending {
  return collectSending((batches, warnings) => {
    if (decodePages.length < prefillPages.length) {
      warnings.push(`len(chunked_dst_kv_indice) = ${decodePages.length}, len(kv_chunk.prefill_kv_indices) = ${prefillPages.length}`);
    }
    const src = indexRange(prefillPages, 0, decodePages.length);
    const dst = src.length === 0 ? decodePages.subarray(0, 0) : decodePages;
    requirePaired(src, dst);
    batches.push({ component: 'kv', type: 'kv', pairs: pairEntries(itemBytes, entryCount, stage, null), src, dst });
  });
}

/**
 * Sends all state components of a request (`maybe_send_extra`): a component that D lacks counts as empty; types unknown to this backend are passed over in silence.
 */
export function sendState(prefill: readonly SentList[], decode: readonly ReceivedList[], stage: PipelineStage): Sending {
  return collectSending((batches, warnings) => {
    prefill.forEach((sent, component) => {
      const batch = sendComponent(component, sent, decode[component] ?? NO_LIST, stage, warnings);
      if (batch !== null) batches.push(batch);
    });
  });
}

/** One component; null when nothing is submitted for it. */
function sendComponent(component: number, sent: SentList, received: ReceivedList, stage: PipelineStage, warnings: string[]): Batch | null {
  const { type, indices } = sent;
  if (indices === null || !(EXACT_TYPES.has(type) || PAGE_TYPES.has(type))) return null;
  const srcCount = indices.length;
  const dstCount = received.indices.length;
  if (type === 'c128_state' && srcCount === 0 && dstCount === 0) return null;
  if (srcCount !== dstCount) {
    if (EXACT_TYPES.has(type)) {
      throw new EngineError('RuntimeError', `${type.toUpperCase()} state index length mismatch: prefill=${srcCount}, dst=${dstCount}`);
    }
    warnings.push(`len(prefill_state_indices) = ${srcCount}, len(dst_state_indices) = ${dstCount}`);
  }
  return componentBatch(component, sent, indices, received, stage);
}

/** All entries and runs of a step in one `batch_transfer_sync`; a run of indices is one block. */
function posting({ pairs, src, dst }: Batch): Posting {
  return { submissions: 1, descriptors: pairs.length * countRuns(src, dst) };
}

const BEHIND_DEAD_WORKER: RankEnd = {
  status: 'WaitingForInput',
  message: null,
  after: 'dead-worker',
  tellsDecode: null,
  postsRestOfChunk: false,
  laterRooms: null,
};

/** The thread raises and is gone. Every room between two nodes goes to one queue (it follows from D's session ids), so all later rooms of this rank hang. */
function onException(error: EngineError, { deployment }: RoomContext): RankEnd {
  return {
    status: 'WaitingForInput',
    message: `Transfer thread failed because of ${error.message}. Prefill instance with bootstrap_port=${deployment.bootstrapPort} is dead.`,
    after: 'exception',
    tellsDecode: null,
    postsRestOfChunk: false,
    laterRooms: { scope: 'queue', end: BEHIND_DEAD_WORKER },
  };
}

/** A non-zero return: both sides Failed; for KV and state the session is blocked as well. A failed metadata row leaves no record. */
function onRefusedCopy({ room, deployment, component, decodeRank }: RefusedCopy): RankEnd {
  const failed = {
    status: 'Failed',
    after: 'copy-failure',
    tellsDecode: { message: FAILED_BY_PREFILL },
    postsRestOfChunk: false,
  } as const;
  if (component === 'aux') return { ...failed, message: null, laterRooms: null };
  const what = component === 'kv' ? 'kv chunk' : 'state components';
  return {
    ...failed,
    message: `Failed to send ${what} of ${room} to ${addressOf(deployment.decodeEndpoint, decodeRank)}`,
    laterRooms: { scope: 'session', end: sessionRefused(deployment, decodeRank) },
  };
}

function sessionRefused({ decodeSession }: Deployment, decodeRank: number): RankEnd {
  return {
    status: 'Failed',
    message: `Decode instance could be dead, remote mooncake session ${addressOf(decodeSession, decodeRank)} is not alive`,
    after: 'session-refused',
    tellsDecode: { message: FAILED_BY_PREFILL },
    postsRestOfChunk: false,
    laterRooms: null,
  };
}

function isComplete({ succeeded, requiredRanks }: Arrivals): boolean {
  return succeeded.size >= requiredRanks;
}

/** Mooncake, 2026-08 and later. */
export const MOONCAKE: Personality = {
  name: 'mooncake',
  movesBytes: true,
  sendsStatus: true,
  checksBootstrapTimeout: true,
  sendKv,
  sendState,
  posting,
  notification: () => null,
  onException,
  onRefusedCopy,
  isComplete,
};
