/** @file Rows that are damaged, gathered into marks wide enough to be seen: a layer may have thousands of rows in a few hundred pixels. */

/** Neighbouring cells that fared alike: [from, to) in cells of a line. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  /** An index of `MARK_STATES`. */
  readonly state: number;
}

/** Pixels that a mark takes at the least. */
const NARROWEST_MARK = 3;

/** Rows that a mark stands for at the least. @param width of all cells, pixels */
export function cellsPerMark(cells: number, width: number): number {
  return Math.max(1, Math.ceil((cells * NARROWEST_MARK) / Math.max(1, width)));
}

/**
 * The marks of a line, left to right. Where a mark stands for several cells, it shows the worst of them.
 * @param states of all rows of the area; the line's begin at `first`
 * @param isDamage whether a state is marked at all
 */
export function marksOf(states: Uint8Array, first: number, cells: number, perMark: number, isDamage: (state: number) => boolean): readonly Mark[] {
  const marks: Mark[] = [];
  for (let from = 0; from < cells; from += perMark) {
    const to = Math.min(cells, from + perMark);
    let state = 0;
    for (let cell = from; cell < to; cell++) state = Math.max(state, states[first + cell] ?? 0);
    if (!isDamage(state)) continue;
    const last = marks.at(-1);
    if (last !== undefined && last.to === from && last.state === state) marks[marks.length - 1] = { ...last, to };
    else marks.push({ from, to, state });
  }
  return marks;
}
