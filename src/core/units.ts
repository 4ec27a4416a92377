/** @file Small integer arithmetic and the printing of sizes. */

/** Smallest integer >= a / b, for non-negative integers below 2^53. */
export function ceilDiv(a: number, b: number): number {
  return Math.ceil(a / b);
}

/** Floor division as Python's `//`. */
export function floorDiv(a: number, b: number): number {
  return Math.floor(a / b);
}

/** Largest multiple of `step` that is <= value. */
export function alignDown(value: number, step: number): number {
  return Math.floor(value / step) * step;
}

/** Smallest multiple of `step` that is >= value. */
export function alignUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** `1.50 GiB`: three significant digits, binary units; whole bytes below 1 KiB. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 1023.6 KiB would round to 1024 KiB, which is 1 MiB.
  while (Math.abs(value) >= (unit === 0 ? 1024 : 1023.5) && unit < BINARY_UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  if (unit === 0) return `${bytes} B`;
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${BINARY_UNITS[unit]}`;
}

/** `72,045,312`: an integer with thousands separators, the same in every locale. */
export function formatInteger(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A count with its noun: `1 page`, `2,048 pages`. @param many the plural, where it is not `one` with an s */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatInteger(count)} ${count === 1 ? one : many}`;
}
