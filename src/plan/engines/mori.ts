/**
 * @file The Mori backend (2026-08): page lists are cut with a warning, positional lists and lists without overlap refused; one batch a tensor; a failure reaches decode with its reason.
 */
import { EngineError } from '../../core/errors.ts';
import { indexRange } from '../../indices/indexRange.ts';
import { countRuns, requirePaired } from '../grouping.ts';
import type { PipelineStage } from '../ppSlice.ts';
import type { Arrivals, Personality, Posting, RankEnd } from './personality.ts';
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

/** Nothing is cut here: unlike page counts are grouping's to refuse, which passes over an empty side. */
function sendKv({ itemBytes, entryCount, prefillPages, decodePages, stage }: KvChunk): Sending {
  return collectSending((batches) => {
    requirePaired(prefillPages, decodePages);
    const common = Math.min(prefillPages.length, decodePages.length);
    const pairs = pairEntries(itemBytes, entryCount, stage, null);
    batches.push({ component: 'kv', type: 'kv', pairs, src: indexRange(prefillPages, 0, common), dst: indexRange(decodePages, 0, common) });
  });
}

function sendState(prefill: readonly SentList[], decode: readonly ReceivedList[], stage: PipelineStage): Sending {
  return collectSending((batches, warnings) => {
    if (prefill.length === 0) return;
    if (prefill.length !== decode.length) {
      throw new EngineError('RuntimeError', `PD state transfer failed: state component count mismatch (local=${prefill.length}, remote=${decode.length})`);
    }
    prefill.forEach((sent, component) => {
      const batch = sendComponent(component, sent, decode[component] ?? NO_LIST, stage, warnings);
      if (batch !== null) batches.push(batch);
    });
  });
}

/** One component; null when nothing is submitted for it (`_send_swa_dsa_state`). */
function sendComponent(component: number, sent: SentList, received: ReceivedList, stage: PipelineStage, warnings: string[]): Batch | null {
  const { type, indices } = sent;
  if (indices === null) return null;
  if (!(EXACT_TYPES.has(type) || PAGE_TYPES.has(type))) throw new EngineError('RuntimeError', `PD state transfer failed: unknown state_type=${type}`);
  const srcCount = indices.length;
  const dstCount = received.indices.length;
  const common = Math.min(srcCount, dstCount);
  if (common === 0) {
    if (srcCount === dstCount) return null;
    throw new EngineError('RuntimeError', `No overlapping state indices for state_type=${type}`);
  }
  if (srcCount !== dstCount) {
    if (EXACT_TYPES.has(type)) {
      throw new EngineError('RuntimeError', `${type.toUpperCase()} state index length mismatch: src=${srcCount}, dst=${dstCount}`);
    }
    warnings.push(`State index length mismatch for ${type}: src=${srcCount} dst=${dstCount}; truncating to common prefix=${common}`);
  }
  return componentBatch(component, sent, indices, received, stage);
}

/** One batch of offsets for each tensor, a run of indices being one range. */
function posting({ pairs, src, dst }: Batch): Posting {
  return { submissions: pairs.length, descriptors: pairs.length * countRuns(src, dst) };
}

/** The room is Failed and decode is told why; later rooms go on. */
function failedRoom(message: string, after: 'exception' | 'copy-failure'): RankEnd {
  return { status: 'Failed', message, after, tellsDecode: { message }, postsRestOfChunk: after === 'copy-failure', laterRooms: null };
}

function isComplete({ succeeded, requiredRanks }: Arrivals): boolean {
  return succeeded.size >= requiredRanks;
}

/** Mori. The transport's own words for a refused copy are not the engine's; it has these where there are none. */
export const MORI: Personality = {
  name: 'mori',
  movesBytes: true,
  sendsStatus: true,
  checksBootstrapTimeout: true,
  sendKv,
  sendState,
  posting,
  notification: () => null,
  onException: (error) => failedRoom(`Transfer submission failed: ${error.message}`, 'exception'),
  onRefusedCopy: () => failedRoom('KV transfer failed due to unknown reason', 'copy-failure'),
  isComplete,
};
