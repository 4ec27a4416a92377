/** @file Names at the ends of lines, pushed apart so that none covers another. */

/** A label and where it would like to be, pixels from the top. */
export interface WantedLabel {
  readonly text: string;
  readonly y: number;
}

/** Moves labels apart by at least `height`, as little as that takes, within `from` to `to`; in the order given. */
export function pushApart(wanted: readonly WantedLabel[], height: number, from: number, to: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a]?.y ?? 0) - (wanted[b]?.y ?? 0));
  const placed: number[] = new Array<number>(wanted.length).fill(from);
  let least = from;
  for (const index of order) {
    placed[index] = Math.max(least, wanted[index]?.y ?? from);
    least = (placed[index] ?? from) + height;
  }
  // What ran over the lower edge goes back up, and takes those above along.
  let most = to;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(most, placed[index] ?? to);
    most = (placed[index] ?? to) - height;
  }
  return placed;
}
