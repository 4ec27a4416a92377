/** @file What both checks of entry counts have in common: when a list is not covered, and what the engine makes of it. */
import type { CatalogueEntry } from '../entry.ts';
import type { ListComparison } from '../listComparison.ts';
import type { Fact } from '../pairCheck.ts';
import { listName } from './misplacement.ts';

/**
 * A list of decode that prefill's do not cover, or cannot be paired with. Types that differ are another check's business, and so is a component that prefill lacks.
 * Null where every entry of decode has its sender, which with pipeline stages does not mean equal counts.
 */
export function countFact(compared: ListComparison): Fact | null {
  const { error, unwritten, prefillCounts, decodeCount, prefillType, decodeType } = compared;
  if (prefillType === null || (compared.list !== 'kv' && prefillType !== decodeType)) return null;
  if (error === null && unwritten.length === 0) return null;
  const values = {
    list: listName(compared),
    prefill: prefillCounts.join(' + '),
    decode: String(decodeCount),
    unwritten: String(unwritten.length),
    ...(unwritten[0] === undefined ? {} : { first: unwritten[0].tensor, firstBytes: String(unwritten[0].lengthBytes) }),
  };
  const shown = { side: error === null ? ('decode' as const) : ('prefill' as const), values, prefill: values.prefill, decode: values.decode };
  if (error === null) return shown;
  return { ...shown, values: { ...values, error: error.message }, engine: 'dies', message: `${error.pythonType}: ${error.message}` };
}

/** What follows from unequal counts. */
export const countConsequence: CatalogueEntry['consequence'] = ({ error, unwritten, first, list }) => {
  const what = list ?? 'list';
  if (error !== undefined) {
    return `Prefill's transfer worker raises while it pairs the ${what}, before a byte of it is sent: the thread dies, and this room and every room behind it on the queue wait until decode's timeout (SGLANG_DISAGGREGATION_WAITING_TIMEOUT, 300 s).`;
  }
  if (unwritten === undefined)
    return 'Entries of decode that stand behind the end of the shorter list, or outside the slice that the engine cuts, are never written.';
  return `${unwritten} entries of decode's ${what}${first === undefined ? '' : `, ${first} the first,`} are written by nobody: decode reads there what an earlier request left.`;
};
