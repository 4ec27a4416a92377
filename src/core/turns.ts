/** @file Whose turn it is: contenders that are measured side by side, in an order that favours none. */

/**
 * The order of `count` contenders in a round, by their numbers from 0. Over `count` rounds (twice as many where `count` is odd) each has each place once, and within rounds each follows
 * each other one equally often (the design of Williams, 1949): what one leaves behind in caches and clocks falls on all of them nearly alike. From one round's last to the next one's first
 * it is always the same pairs. Two take turns in the opposite order every other round.
 */
export function balancedOrder(round: number, count: number): number[] {
  // 0, 1, n-1, 2, n-2, ...: no two neighbours are the same distance apart.
  const zigzag = Array.from({ length: count }, (_, i) => (i % 2 === 1 ? (i + 1) / 2 : (count - i / 2) % count));
  const row = zigzag.map((place) => (place + round) % count);
  // Of an odd number some distances are missing, and their opposites there twice: the mirrored rows have them.
  return count % 2 === 1 && Math.floor(round / count) % 2 === 1 ? row.toReversed() : row;
}
