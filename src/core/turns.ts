/** @file Whose turn it is: contenders that are measured side by side, in an order that favours none. */
import type { RandomStream } from './random.ts';

/** The order of the next round, by the contenders' numbers from 0. */
export type Turns = () => number[];

/**
 * Rounds of `count` contenders. They come in cycles of `count` (twice as many where `count` is odd); over a cycle each has each place once (twice), and within rounds each follows each other one
 * equally often (the design of Williams, 1949): what one leaves behind in caches and clocks falls on all of them alike. Who is who in the design, and which of its rounds comes first, is drawn
 * anew for each cycle: from one round's last to the next one's first it would always be the same pairs.
 */
export function fairTurns(count: number, random: RandomStream): Turns {
  let cycle: number[][] = [];
  return () => {
    if (cycle.length === 0) {
      const who = random.shuffle([...Array(count).keys()]);
      cycle = random.shuffle(williamsRows(count).map((row) => row.map((place) => who[place] as number)));
    }
    return cycle.pop() ?? [];
  };
}

/** The design's rows; one of nobody has one row without places. */
function williamsRows(count: number): number[][] {
  // 0, 1, n-1, 2, n-2, ...: no two neighbours are the same distance apart.
  const zigzag = Array.from({ length: count }, (_, i) => (i % 2 === 1 ? (i + 1) / 2 : (count - i / 2) % count));
  const rows = Array.from({ length: count }, (_, round) => zigzag.map((place) => (place + round) % count));
  // Of an odd number some distances are missing, and their opposites there twice: the mirrored rows have them.
  return count % 2 === 1 ? [...rows, ...rows.map((row) => row.toReversed())] : rows;
}
