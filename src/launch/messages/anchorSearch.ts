/**
 * @file Looking for many fixed texts at once in one pass (Wu and Manber, 1994): three characters decide how far the next of the texts could still be, so that most of a log is
 * never looked at.
 */

/** Finds the next of a set of texts. */
export interface AnchorSearch {
  /** Where the next of them stands, at or after `from`, and which of the list stand there; null where none is left. */
  next(text: string, from: number): { readonly at: number; readonly which: readonly number[] } | null;
}

const BLOCK = 3;
const TABLE_BITS = 16;

/** @param anchors each at least `BLOCK` characters */
export function anchorSearch(anchors: readonly string[]): AnchorSearch {
  const window = Math.min(...anchors.map(({ length }) => length));
  const shifts = new Uint8Array(1 << TABLE_BITS).fill(Math.min(255, window - BLOCK + 1));
  const ending = new Map<number, number[]>();
  for (const [which, anchor] of anchors.entries()) {
    for (let end = BLOCK; end <= window; end++) {
      const hash = blockHash(anchor, end - 1);
      shifts[hash] = Math.min(shifts[hash] ?? 0, window - end);
      if (end === window) ending.set(hash, [...(ending.get(hash) ?? []), which]);
    }
  }
  return {
    next(text, from) {
      // `last` is the position of the last character of the window that is looked at.
      let last = from + window - 1;
      while (last < text.length) {
        const hash = blockHash(text, last);
        const shift = shifts[hash] ?? 1;
        if (shift > 0) {
          last += shift;
          continue;
        }
        const at = last - window + 1;
        const which = (ending.get(hash) ?? []).filter((candidate) => text.startsWith(anchors[candidate] ?? '', at));
        if (which.length > 0) return { at, which };
        last += 1;
      }
      return null;
    },
  };
}

/** Of the three characters that end at `last`. */
function blockHash(text: string, last: number): number {
  return ((text.charCodeAt(last - 2) << 9) ^ (text.charCodeAt(last - 1) << 5) ^ text.charCodeAt(last)) & ((1 << TABLE_BITS) - 1);
}
