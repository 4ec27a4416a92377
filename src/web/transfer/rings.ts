/** @file Two rings and the same positions: which position lies in which row on both nodes, by the engine's own index lists. */
import { swaRingRows } from '../../indices/swaRing.ts';

/** Two rings of one request, in slot 0 of each node. */
export interface RingPair {
  readonly windowTokens: number;
  readonly prefillRows: number;
  readonly decodeRows: number;
  readonly tokens: number;
  /** Rows that decode's list was made with: its own, or prefill's where somebody took the peer's ring size for both. */
  readonly listedRows: number;
}

/** One position of the window. */
export interface RingPosition {
  readonly position: number;
  /** Row that prefill sends it from. */
  readonly from: number;
  /** Row that it lands in on decode. */
  readonly to: number;
  /** Row that decode's kernels will read it from. */
  readonly read: number;
}

/** Every position of the window, in order; lists are paired entry by entry, as the transfer does it. */
export function ringPositions({ windowTokens, prefillRows, decodeRows, tokens, listedRows }: RingPair): readonly RingPosition[] {
  const from = swaRingRows(0, tokens, windowTokens, prefillRows);
  const to = swaRingRows(0, tokens, windowTokens, listedRows);
  const read = swaRingRows(0, tokens, windowTokens, decodeRows);
  const first = Math.max(0, tokens - windowTokens);
  return Array.from(from, (row, i) => ({ position: first + i, from: row, to: to[i] ?? 0, read: read[i] ?? 0 }));
}

/** Row of a ring -> the position that lies in it; -1 where none does. Rows past its end are another slot's, and left out. */
export function rowsOf(positions: readonly RingPosition[], rows: number, which: 'from' | 'to'): Int32Array {
  const held = new Int32Array(rows).fill(-1);
  for (const entry of positions) if (entry[which] < rows) held[entry[which]] = entry.position;
  return held;
}

/**
 * Positions whose row on decode holds something else when the kernels read it; of these, those that a later position had overwritten on prefill already; and those that land in another
 * slot's ring.
 */
export function wrongReads(
  positions: readonly RingPosition[],
  { prefillRows, decodeRows }: Pick<RingPair, 'prefillRows' | 'decodeRows'>,
): { readonly misread: readonly number[]; readonly overwritten: readonly number[]; readonly outside: readonly number[] } {
  const sent = rowsOf(positions, prefillRows, 'from');
  const held = rowsOf(positions, decodeRows, 'to');
  const isOverwritten = ({ position, from }: RingPosition) => sent[from] !== position;
  return {
    misread: positions.filter((entry) => isOverwritten(entry) || held[entry.read] !== entry.position).map(({ position }) => position),
    overwritten: positions.filter(isOverwritten).map(({ position }) => position),
    outside: positions.filter(({ to }) => to >= decodeRows).map(({ position }) => position),
  };
}
