/**
 * @file Growing the struct-of-arrays of a plan's blocks: the planner's hot path.
 */
import { alignUp } from '../core/units.ts';
import type { Blocks } from './plan.ts';

/** Appends blocks; `finish` hands them over. */
export interface BlockWriter {
  readonly count: number;
  /**
   * One block an index pair (both lists are equally long): source = srcBase + srcIndex * itemBytes, destination = dstBase + dstIndex * itemBytes, the sender's item length on both
   * sides, as `_send_kvcache_generic` does it even where the receiver's items are of another size: the engine's silent corruption, imitated.
   */
  addItems(entry: number, srcBase: number, dstBase: number, itemBytes: number, srcIndices: Int32Array, dstIndices: Int32Array): void;
  /** The blocks so far, as exact-size views. The writer must not be used afterwards. */
  finish(): Blocks;
}

const FIRST_CAPACITY = 1024;

/** An empty writer. @param expectedBlocks room to start with, when the number is known */
export function createBlockWriter(expectedBlocks = FIRST_CAPACITY): BlockWriter {
  let capacity = Math.max(16, expectedBlocks);
  let srcOffset = new Float64Array(capacity);
  let dstOffset = new Float64Array(capacity);
  let bytes = new Uint32Array(capacity);
  let entries = new Uint32Array(capacity);
  let count = 0;
  const reserve = (more: number) => {
    if (count + more <= capacity) return;
    capacity = Math.max(alignUp(count + more, 16), capacity * 2);
    srcOffset = enlarge(srcOffset, new Float64Array(capacity));
    dstOffset = enlarge(dstOffset, new Float64Array(capacity));
    bytes = enlarge(bytes, new Uint32Array(capacity));
    entries = enlarge(entries, new Uint32Array(capacity));
  };
  return {
    get count() {
      return count;
    },
    addItems: (entry, srcBase, dstBase, itemBytes, srcIndices, dstIndices) => {
      const pairs = srcIndices.length;
      reserve(pairs);
      for (let i = 0, at = count; i < pairs; i++, at++) {
        srcOffset[at] = srcBase + (srcIndices[i] as number) * itemBytes;
        dstOffset[at] = dstBase + (dstIndices[i] as number) * itemBytes;
      }
      bytes.fill(itemBytes, count, count + pairs);
      entries.fill(entry, count, count + pairs);
      count += pairs;
    },
    finish: () => ({
      count,
      srcOffset: srcOffset.subarray(0, count),
      dstOffset: dstOffset.subarray(0, count),
      bytes: bytes.subarray(0, count),
      entry: entries.subarray(0, count),
    }),
  };
}

function enlarge<T extends Float64Array | Uint32Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
