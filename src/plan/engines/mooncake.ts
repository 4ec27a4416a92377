/**
 * @file What the Mooncake backend sends (2026-08): which lists pair, what is cut, what is refused, in which batches. Decides in list positions and
 * indices only; addresses are the caller's, who knows whether they are offsets in an arena or raw pointers.
 */
import { EngineError } from '../../core/errors.ts';
import { requirePaired } from '../grouping.ts';
import { type PipelineStage, ppSlice } from '../ppSlice.ts';

/** A list of P: one item length for each entry, and the indices to send. */
export interface SentList {
  /** The engine's state type (`swa`, ...), or `kv`. */
  readonly type: string;
  readonly itemBytes: readonly number[];
  /** null = the engine has no list of this type (Python's None): the component is skipped. */
  readonly indices: Int32Array | null;
}

/** The list of D that stands at the same position: how many entries it registered, and its indices. D's item lengths play no part. */
export interface ReceivedList {
  readonly entryCount: number;
  readonly indices: Int32Array;
}

/** An entry of P's list and the one of D's that it is written to. */
export interface EntryPair {
  readonly srcPosition: number;
  readonly dstPosition: number;
  /** The sender's. */
  readonly itemBytes: number;
}

/**
 * One submission: every pair of indices, for every pair of entries. Mooncake posts a run of indices (`groupRuns`) as one block. Either may be empty; an empty batch is
 * submitted all the same.
 */
export interface Batch {
  /** Position of the component; `kv` for the main list. */
  readonly component: 'kv' | number;
  readonly type: string;
  readonly pairs: readonly EntryPair[];
  /** Indices on P and on D, cut to equal length; both empty when one side has none. */
  readonly src: Int32Array;
  readonly dst: Int32Array;
}

/** What became of a hand-off. `error` ends it: the batches before it had gone out. */
export interface Sending {
  readonly batches: readonly Batch[];
  /** Log lines about lists that were cut, in order. */
  readonly warnings: readonly string[];
  readonly error: EngineError | null;
}

/** Lists addressed by position or by request: a cut would shift rows, so the engine refuses (`_requires_exact_state_index_match`). */
const EXACT_TYPES: ReadonlySet<string> = new Set(['swa_ring', 'c128_state']);
/** Lists of pages, which may differ by a page: the longer one loses its tail. */
const CUT_TYPES: ReadonlySet<string> = new Set(['swa', 'dsa']);
const NOTHING: ReceivedList = { entryCount: 0, indices: new Int32Array(0) };

/**
 * Sends all state components of a request, paired with D's by position (`maybe_send_extra`): a component that D lacks counts as empty; types unknown to this
 * backend are passed over in silence.
 */
export function sendState(prefill: readonly SentList[], decode: readonly ReceivedList[], stage: PipelineStage): Sending {
  return collect((batches, warnings) => {
    prefill.forEach((sent, component) => {
      const batch = sendComponent(component, sent, decode[component] ?? NOTHING, stage, warnings);
      if (batch !== null) batches.push(batch);
    });
  });
}

/** Sends the pages of one KV chunk (`send_kvcache`). Where D has fewer pages than the chunk, P cuts it and says so (`transfer_worker`). */
export function sendKv(itemBytes: readonly number[], entryCount: number, prefillPages: Int32Array, decodePages: Int32Array, stage: PipelineStage): Sending {
  return collect((batches, warnings) => {
    if (decodePages.length < prefillPages.length) {
      warnings.push(`len(chunked_dst_kv_indice) = ${decodePages.length}, len(kv_chunk.prefill_kv_indices) = ${prefillPages.length}`);
    }
    const src = prefillPages.subarray(0, decodePages.length);
    const dst = src.length === 0 ? decodePages.subarray(0, 0) : decodePages;
    requirePaired(src, dst);
    batches.push({ component: 'kv', type: 'kv', pairs: pairEntries(itemBytes, entryCount, stage, null), src, dst });
  });
}

/** What was sent until `send` ended or the engine raised. */
function collect(send: (batches: Batch[], warnings: string[]) => void): Sending {
  const batches: Batch[] = [];
  const warnings: string[] = [];
  try {
    send(batches, warnings);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { batches, warnings, error };
  }
  return { batches, warnings, error: null };
}

/** One component; null when nothing is submitted for it. */
function sendComponent(component: number, sent: SentList, received: ReceivedList, stage: PipelineStage, warnings: string[]): Batch | null {
  const { type } = sent;
  if (sent.indices === null || !(EXACT_TYPES.has(type) || CUT_TYPES.has(type))) return null;
  const srcCount = sent.indices.length;
  const dstCount = received.indices.length;
  if (type === 'c128_state' && srcCount === 0 && dstCount === 0) return null;
  if (srcCount !== dstCount) {
    if (EXACT_TYPES.has(type)) {
      throw new EngineError('RuntimeError', `${type.toUpperCase()} state index length mismatch: prefill=${srcCount}, dst=${dstCount}`);
    }
    warnings.push(`len(prefill_state_indices) = ${srcCount}, len(dst_state_indices) = ${dstCount}`);
  }
  const common = Math.min(srcCount, dstCount);
  return {
    component,
    type,
    src: sent.indices.subarray(0, common),
    dst: received.indices.subarray(0, common),
    pairs: pairEntries(sent.itemBytes, received.entryCount, stage, type),
  };
}

/**
 * Pairs every entry of P's list with one of D's.
 * @param stateType null for the main KV list
 * @throws EngineError(IndexError) where D lacks the entry, as Python's list access does; EngineError of `ppSlice`
 */
export function pairEntries(itemBytes: readonly number[], dstCount: number, stage: PipelineStage, stateType: string | null): readonly EntryPair[] {
  const dstPositions = ppSlice(stage, itemBytes.length, dstCount, stateType);
  return itemBytes.map((bytes, srcPosition) => {
    const dstPosition = dstPositions[srcPosition];
    if (dstPosition === undefined) throw new EngineError('IndexError', 'list index out of range');
    return { srcPosition, dstPosition, itemBytes: bytes };
  });
}
