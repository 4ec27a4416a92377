/** @file State type `c128_state`: the unfinished 128-token block of a request. */
import { EngineError } from '../core/errors.ts';
import { floorDiv } from '../core/units.ts';

/** Tokens that one C128 block compresses, and rows of state that one index stands for. */
const BLOCK_TOKENS = 128;
const NO_INDICES = new Int32Array(0);

/** How a node keeps C128 state. */
export interface C128Ring {
  /** Online: one row a request slot, whatever the ring. */
  readonly online: boolean;
  /** Rows of a slot's ring, offline: 128, or 256 with speculation. */
  readonly ringRows: number;
}

/**
 * The state items of a request (`get_dsv4_c128_state_indices`, 2026-08): none where the prompt ends on a block, else the slot's row (online) or the 128-row page
 * of its ring that the last position lies in.
 * @param tokens the *whole* prompt on both sides, however much of it P has computed
 * @throws EngineError(AssertionError) for an offline ring that is no multiple of 128
 */
export function c128StateIndices(slot: number, tokens: number, ring: C128Ring): Int32Array {
  const { online, ringRows } = ring;
  if (tokens % BLOCK_TOKENS === 0) return NO_INDICES;
  if (online) return Int32Array.of(slot);
  if (ringRows % BLOCK_TOKENS !== 0) throw new EngineError('AssertionError', `C128 ring_size must be 128-aligned, got ${ringRows}`);
  return Int32Array.of(slot * (ringRows / BLOCK_TOKENS) + floorDiv((tokens - 1) % ringRows, BLOCK_TOKENS));
}
