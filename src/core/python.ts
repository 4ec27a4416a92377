/**
 * @file The few rules of Python that show in the engine's behaviour and words: how values print, when they are equal, when they count as false.
 */

/** The Python values that pool attributes take. Integers beyond 2^53 come as bigint; `null` is None. */
export type PyValue = null | boolean | number | bigint;

/** `None`, `True`, `False`, or the number with all its digits, as `str()` and f-strings print them. */
export function pyText(value: PyValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  // JavaScript prints integers from 1e21 on with an exponent; Python never does.
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

/** `(256, None)`; one element keeps its comma, as in Python. */
export function pyTuple(values: readonly PyValue[]): string {
  return values.length === 1 ? `(${values.map(pyText).join()},)` : `(${values.map(pyText).join(', ')})`;
}

/** Python's `==` on these values: True equals 1, False equals 0, None equals only itself. */
export function pyEquals(a: PyValue, b: PyValue): boolean {
  if (a === null || b === null) return a === b;
  return pyNumber(a) === pyNumber(b);
}

/** Python's truth of a value: None, False and 0 are false. */
export function pyTruth(value: PyValue): boolean {
  return value !== null && !pyEquals(value, 0);
}

/** One representation for comparing: bigint for whole numbers, so that 1n, 1 and True are one value. */
function pyNumber(value: boolean | number | bigint): bigint | number {
  if (typeof value === 'number' && !Number.isInteger(value)) return value;
  return BigInt(value);
}
