/**
 * @file The NIXL backend (2026-08): unequal lists are refused whatever their type, empty ones skipped; one descriptor a page and KV entry; completion is counted from notifications, and
 * state by rank, not by component; an exception fails its room, and the thread lives.
 */
import { EngineError } from '../../core/errors.ts';
import { countRuns } from '../grouping.ts';
import { kvEntryCount } from '../ppSlice.ts';
import type { Arrivals, Personality, Posting, RankEnd, SentBatch } from './personality.ts';
import {
  type Batch,
  collectSending,
  componentBatch,
  type EntryPair,
  EXACT_TYPES,
  type KvChunk,
  NO_LIST,
  PAGE_TYPES,
  pairEntries,
  type Sending,
} from './sending.ts';

/**
 * Unequal page counts trip a bare assertion, whose text is empty. A prefill without speculation may meet a decode with more KV entries, of which it fills the first; fewer are
 * refused (`_prepare_payload_xfer`: when decode registers; here, when the first chunk would be sent).
 */
function sendKv(chunk: KvChunk): Sending {
  const { prefillPages, decodePages } = chunk;
  return collectSending((batches) => {
    const pairs = pairKvEntries(chunk);
    if (prefillPages.length !== decodePages.length) throw new EngineError('AssertionError', '');
    batches.push({ component: 'kv', type: 'kv', pairs, src: prefillPages, dst: decodePages });
  });
}

function pairKvEntries({ itemBytes, entryCount, stage }: KvChunk): readonly EntryPair[] {
  const sent = itemBytes.length;
  if (entryCount < sent) {
    throw new EngineError('ValueError', `NIXL PD transfer: decode registered fewer KV regions (${entryCount}) than prefill (${sent}); unexpected geometry`);
  }
  const isWholeModel = stage.ratios !== null && sent === kvEntryCount(stage.ratios);
  return pairEntries(itemBytes, isWholeModel ? sent : entryCount, stage, null);
}

const sendState: Personality['sendState'] = (prefill, decode, stage) =>
  collectSending((batches) => {
    prefill.forEach((sent, component) => {
      const { type, indices } = sent;
      if (indices === null || indices.length === 0) return;
      if (!(EXACT_TYPES.has(type) || PAGE_TYPES.has(type))) {
        throw new EngineError('RuntimeError', `PD Disaggregation via NIXL does NOT support ${type} hybrid models yet.`);
      }
      const received = decode[component] ?? NO_LIST;
      const dstCount = received.indices.length;
      if (indices.length !== dstCount) {
        throw new EngineError('RuntimeError', `State index length mismatch at component ${component}: prefill=${indices.length}, dst=${dstCount}`);
      }
      batches.push(componentBatch(component, sent, indices, received, stage));
    });
  });

/** KV goes by prepared descriptors, one a page and entry, never merged; state is grouped, one transfer a component. */
function posting({ component, pairs, src, dst }: Batch): Posting {
  return { submissions: 1, descriptors: pairs.length * (component === 'kv' ? src.length : countRuns(src, dst)) };
}

function notification({ room, component, engineRank, chunk, last, withoutKv }: SentBatch): string {
  if (component === 'kv') return `${room}_kv_${chunk}_${Number(last)}_${engineRank}`;
  if (component === 'aux') return withoutKv ? `${room}_aux_nokv_${engineRank}` : `${room}_aux`;
  return `${room}_state_${engineRank}_${component}`;
}

/** Caught: the room is Failed with the exception's text, D is not told, later rooms go on. */
function failedRoom(message: string, after: 'exception' | 'copy-failure'): RankEnd {
  return { status: 'Failed', message, after, tellsDecode: null, postsRestOfChunk: after === 'copy-failure', laterRooms: null };
}

/** One reported component of a rank stands for all of its state: D can go on while, or although, another one is missing. */
function isComplete({ aux, expectsState, stateFrom, kvFrom, requiredRanks }: Arrivals): boolean {
  return aux && (!expectsState || stateFrom.size >= requiredRanks) && kvFrom.size >= requiredRanks;
}

/** NIXL. Its sender never looks at the bootstrap timeout. */
export const NIXL: Personality = {
  name: 'nixl',
  movesBytes: true,
  sendsStatus: false,
  checksBootstrapTimeout: false,
  sendKv,
  sendState,
  posting,
  notification,
  onException: (error) => failedRoom(error.message, 'exception'),
  onRefusedCopy: ({ room }) => failedRoom(`NIXL transfer encountered ERR room=${room}`, 'copy-failure'),
  isComplete,
};
