/** @file Messages by size: what a transfer costs depends on how many there are of each, and millions of blocks have a handful of sizes. */
import type { MessageGroup } from './link.ts';

/**
 * Groups messages by size, ascending.
 * @param lengths bytes of each message, such as `Blocks.bytes`; arrays with room to spare give `count`
 */
export function groupMessages(lengths: ArrayLike<number>, count = lengths.length): MessageGroup[] {
  const counts = new Map<number, number>();
  // Neighbours are mostly of one size: the map is asked once a run.
  let runBytes = -1;
  let runCount = 0;
  for (let i = 0; i < count; i++) {
    const bytes = lengths[i] ?? 0;
    if (bytes === runBytes) {
      runCount += 1;
      continue;
    }
    if (runCount > 0) counts.set(runBytes, (counts.get(runBytes) ?? 0) + runCount);
    runBytes = bytes;
    runCount = 1;
  }
  if (runCount > 0) counts.set(runBytes, (counts.get(runBytes) ?? 0) + runCount);
  return [...counts].map(([bytes, of]) => ({ bytes, count: of })).sort((a, b) => a.bytes - b.bytes);
}
