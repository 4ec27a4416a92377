/** @file State type `swa_ring`: rows of a request slot's ring at the head of every unified buffer. */

/**
 * Rows of the last `windowTokens` positions of a request of `tokens` tokens, in order of position (`swa_ring_payload`, 2026-08). After the ring wraps, rows drop to its
 * low end, so the list is one run or two. A decode prefix does not shorten it.
 */
export function swaRingRows(slot: number, tokens: number, windowTokens: number, ringRows: number): Int32Array {
  const from = Math.max(0, tokens - windowTokens);
  return Int32Array.from({ length: tokens - from }, (_, i) => slot * ringRows + ((from + i) % ringRows));
}
