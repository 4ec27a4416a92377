/** @file Tuples as Python prints them. */

/** The elements of a printed tuple of simple values, as printed: `(1, 4096)`, `(256, None)`, `(5,)`; null where the text is no such tuple. */
export function tupleItems(text: string | undefined): readonly string[] | null {
  const inside = /^\(([^()]{0,1000})\)$/.exec(text ?? '')?.[1];
  if (inside === undefined) return null;
  return inside
    .replace(/,\s*$/, '')
    .split(',')
    .map((item) => item.trim());
}

/** A printed whole number, however large; null for anything else. */
export function wholeNumber(text: string | undefined): bigint | null {
  return text !== undefined && /^-?\d{1,1000}$/.test(text) ? BigInt(text) : null;
}
