/**
 * @file What every backend's way of sending is made of: the lists on both sides, the batches they become, and the pairing that all share. Decides in list positions and indices
 * only; addresses are the caller's, who knows whether they are offsets in an arena or raw pointers.
 */
import { EngineError } from '../../core/errors.ts';
import { indexRange } from '../../indices/indexRange.ts';
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

/** The pages of one KV chunk on both sides. */
export interface KvChunk {
  /** The sender's item length of each of its KV entries. */
  readonly itemBytes: readonly number[];
  /** KV entries that D registered. */
  readonly entryCount: number;
  readonly prefillPages: Int32Array;
  readonly decodePages: Int32Array;
  readonly stage: PipelineStage;
}

/** An entry of P's list and the one of D's that it is written to. */
export interface EntryPair {
  readonly srcPosition: number;
  readonly dstPosition: number;
  /** The sender's. */
  readonly itemBytes: number;
}

/** Every pair of indices, for every pair of entries: what one step of a plan sends. An empty batch may be submitted all the same. */
export interface Batch {
  /** Position of the component; `kv` for the main list, `aux` for the metadata row. */
  readonly component: 'kv' | 'aux' | number;
  readonly type: string;
  readonly pairs: readonly EntryPair[];
  /** Indices on P and on D, cut to equal length; both empty when one side has none. */
  readonly src: Int32Array;
  readonly dst: Int32Array;
}

/** What became of sending. `error` ends it: the batches before it had gone out. */
export interface Sending {
  readonly batches: readonly Batch[];
  /** Log lines about lists that were cut, in order. */
  readonly warnings: readonly string[];
  readonly error: EngineError | null;
}

/** Lists addressed by position or by request: a cut would shift rows (`_requires_exact_state_index_match`). */
export const EXACT_TYPES: ReadonlySet<string> = new Set(['swa_ring', 'c128_state']);
/** Lists of pages, which may differ by a page. */
export const PAGE_TYPES: ReadonlySet<string> = new Set(['swa', 'dsa']);
/** What D has where it lacks a component. */
export const NO_LIST: ReceivedList = { entryCount: 0, indices: new Int32Array(0) };

/** What was sent until `send` ended or the engine raised. */
export function collectSending(send: (batches: Batch[], warnings: string[]) => void): Sending {
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

/**
 * Pairs every entry of P's list with one of D's (`get_mla_kv_ptrs_with_pp`).
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

/** A component's batch: both lists cut to the shorter one's length, the leading elements kept. */
export function componentBatch(component: number, sent: SentList, srcIndices: Int32Array, received: ReceivedList, stage: PipelineStage): Batch {
  const common = Math.min(srcIndices.length, received.indices.length);
  return {
    component,
    type: sent.type,
    src: indexRange(srcIndices, 0, common),
    dst: indexRange(received.indices, 0, common),
    pairs: pairEntries(sent.itemBytes, received.entryCount, stage, sent.type),
  };
}
