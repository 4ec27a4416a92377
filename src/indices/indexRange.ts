/** @file Parts of index lists. */

/** Indices [from, to) of a list; the list itself where that is all of it, since a view takes more memory than a short list, and makes the engine move the list it views. */
export function indexRange(indices: Int32Array, from: number, to: number): Int32Array {
  return from === 0 && to === indices.length ? indices : indices.subarray(from, to);
}
