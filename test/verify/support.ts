/** @file Ranks of a few rows, so that every expected number can be stated by hand. */
import { assignAddresses } from '../../src/memory/addressSpace.ts';
import { pageLane, slotLane, wholeSuffix } from '../../src/pools/lanes.ts';
import type { Lane, Placement, Pool, ResetSpec, TensorSpec } from '../../src/pools/pool.ts';
import type { ExpectationRank } from '../../src/verify/expectation.ts';

/** A tensor of `rows` rows of `rowBytes`. */
export function tensor(name: string, role: TensorSpec['role'], layer: number, rows: number, rowBytes: number): TensorSpec {
  return { name, owner: 'target', role, layer, dtype: 'uint8', elementBytes: 1, shape: [rows, rowBytes], bytes: rows * rowBytes };
}

/** A pool of these lanes and resets. */
export function poolOf(tensors: readonly TensorSpec[], lanes: readonly Lane[], resets: Pool['resets'] = () => []): Pool {
  return { owner: 'target', tensors, list: () => [], lanes: () => lanes, ratioOf: () => 0, resets };
}

/** A rank of one pool, its words numbered from `firstNumber`. */
export function rankOf(pool: Pool, firstNumber: number): ExpectationRank {
  return { pools: [pool], space: assignAddresses(0n, pool.tensors), firstNumber };
}

/** A lane by full pages: `pageTokens` positions in a page of as many rows. */
export function pagesLane(over: TensorSpec, pageTokens: number, rowBytes: number): Lane {
  return pageLane({
    owner: 'target',
    family: 'plain',
    layer: over.layer,
    part: '',
    tensor: over,
    needed: wholeSuffix,
    pages: 'fullPages',
    pageTokens,
    firstByte: 0,
    unitBytes: pageTokens * rowBytes,
    rowBytes,
    rowInUnit: (location) => location % pageTokens,
  });
}

/** A lane by slot: rings of `ringRows` rows that move one by one; the last `window` positions are needed. */
export function ringLane(over: TensorSpec, ringRows: number, window: number, slots: number): Lane {
  return slotLane({
    owner: 'target',
    family: 'swa_ring',
    layer: over.layer,
    part: '',
    tensor: over,
    needed: (tokens) => [Math.max(0, tokens - window), tokens],
    rowBytes: over.bytes / (over.shape[0] ?? 1),
    slots,
    ringRows,
    unitRows: 1,
    unitTokens: 1,
  });
}

/** Where a request sits, in pages of 4 tokens by default. */
export function placement(slot: number, fullPages: readonly number[], pageTokens = 4): Placement {
  return { slot, pageTokens, fullPages, swaPages: fullPages, metadataRow: 0 };
}

/** A reset of whole rows. */
export function reset(over: TensorSpec, byteOffset: number, bytes: number): ResetSpec {
  return { tensor: over, byteOffset, bytes, rowBytes: over.bytes / (over.shape[0] ?? 1), headBytes: 4, headWord: 0, tailWord: 0xff800000 };
}
