/** @file Sizes as people write them. */
import { SimError } from '../core/errors.ts';

const UNIT_BYTES: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/**
 * `1073741824`, `1.5GiB`, `512M`: binary units, whatever they are called, since memory is meant.
 * @throws SimError(bad-input)
 */
export function parseBytes(text: string, flag: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?$/i.exec(text.trim());
  const bytes = Math.floor(Number(match?.[1]) * (UNIT_BYTES[match?.[2]?.toLowerCase() ?? ''] ?? Number.NaN));
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  throw new SimError('bad-input', { what: 'this is no size', values: { found: text }, where: { file: flag }, mend: 'Write bytes, or a size such as 2GiB.' });
}
