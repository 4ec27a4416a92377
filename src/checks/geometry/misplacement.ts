/**
 * @file Where data land when the two nodes' item lengths differ: the sender's is used for both addresses, so that decode's index i is written at i items of prefill's size.
 */
import { groupBy } from '../../core/groupBy.ts';
import { formatInteger } from '../../core/units.ts';
import { numberOf, type Values } from '../entry.ts';
import type { ListComparison } from '../listComparison.ts';
import type { Fact } from '../pairCheck.ts';

/** An index that is not 0, where nothing shows, and small enough for every pool. */
const SAMPLE_INDEX = 6;

/**
 * What becomes of one index, in bytes.
 * @param unit what an index stands for, such as `page`
 */
export function misplacement(values: Values, unit: string): string {
  const [sent, expected, length] = [numberOf(values, 'prefill'), numberOf(values, 'decode'), numberOf(values, 'length')];
  if (sent === null || expected === null) {
    return `Prefill writes decode's ${unit} i at i x its own item length. Every ${unit} but the first lands elsewhere, partly on memory of other requests, and nothing is reported.`;
  }
  const at = SAMPLE_INDEX * sent;
  const inside = at % expected;
  const into = `${formatInteger(at)}, which is ${inside === 0 ? 'the start' : `byte ${formatInteger(inside)}`} of ${unit} ${Math.floor(at / expected)}`;
  const lost =
    sent < expected
      ? `of the ${formatInteger(expected)} B of ${unit} ${SAMPLE_INDEX} itself none arrive, and ${formatInteger(expected - sent)} B are never sent`
      : `a write covers ${formatInteger(sent)} B, ${formatInteger(sent - expected)} B more than the ${unit} holds, and so overwrites its neighbour`;
  const end =
    length === null || sent <= expected ? '' : ` From ${unit} ${Math.floor(length / sent)} on, writes leave the region of ${formatInteger(length)} B.`;
  return `Prefill writes decode's ${unit} ${SAMPLE_INDEX} at byte ${SAMPLE_INDEX} x ${formatInteger(sent)} = ${into}; decode reads it at ${SAMPLE_INDEX} x ${formatInteger(expected)} = ${formatInteger(SAMPLE_INDEX * expected)}: ${lost}.${end}`;
}

/** One fact for each pair of item lengths that differ within a list: `entries` of them, the first by name. */
export function itemLengthFacts({ list, pairs }: ListComparison, listName: string): Fact[] {
  const unequal = pairs.filter(({ src, dst }) => src.itemBytes !== dst.itemBytes);
  const groups = groupBy(unequal, ({ src, dst }) => `${src.itemBytes}/${dst.itemBytes}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { src, dst } = first;
    const values = {
      list: listName,
      entries: String(group.length),
      first: src.tensor,
      prefill: String(src.itemBytes),
      decode: String(dst.itemBytes),
      length: String(dst.lengthBytes),
      position: String(list),
    };
    return [
      {
        side: 'decode' as const,
        values,
        prefill: `${formatInteger(src.itemBytes)} B (${src.tensor})`,
        decode: `${formatInteger(dst.itemBytes)} B (${dst.tensor})`,
      },
    ];
  });
}

/** `KV list`, `component 0 (swa)`. */
export function listName({ list, prefillType }: ListComparison): string {
  return list === 'kv' ? 'KV list' : `component ${list} (${prefillType ?? 'none'})`;
}
