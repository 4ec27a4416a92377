/** @file Sets of whole numbers as half-open ranges, merged and in order: items, positions, layers. */

/** Numbers [from, to). */
export type Range = readonly [from: number, to: number];

/** The same numbers in ascending ranges that neither overlap nor adjoin. */
export function mergeRanges(ranges: Iterable<Range>): Range[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Single numbers as ranges. */
export function rangesOf(numbers: Iterable<number>): Range[] {
  return mergeRanges([...numbers].map((number): Range => [number, number + 1]));
}

/** How many numbers. */
export function countOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** Ranges in words before the rest is only counted. */
const RANGES_SHOWN = 4;

/** `3, 7-9 and 12 more`: last numbers included, as people write ranges. */
export function rangesText(ranges: readonly Range[]): string {
  const shown = ranges.slice(0, RANGES_SHOWN).map(([from, to]) => (to - from === 1 ? String(from) : `${from}-${to - 1}`));
  const rest = countOf(ranges.slice(RANGES_SHOWN));
  return rest === 0 ? shown.join(', ') : `${shown.join(', ')} and ${rest} more`;
}
