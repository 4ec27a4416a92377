/** @file Entries that hold fewer items than the list they stand in is indexed with. */
import { groupBy } from '../../core/groupBy.ts';
import type { KvEntry } from '../../kvargs/kvArgs.ts';
import { NIXL, WORKED_OUT } from '../sources.ts';
import { placeOf, type RegisteredList, type RegistrationCheck, type RegistrationFact, registeredLists, UNCHECKED } from './registrationCheck.ts';

/** `items-past-end`: one index list serves all entries of a list, so that all must hold the same items. */
export const itemsPastEnd: RegistrationCheck = {
  id: 'items-past-end',
  title: 'Every index of a list stays inside every region of it',
  moment: { node: 'both', at: UNCHECKED },
  said: null,
  words: '{count} regions of {list} are too short: {first} has room for {items} items of {item} B, the list is indexed with {expected}',
  engine: 'dies',
  severity: 'error',
  compared:
    'whole items of every region against those of its list: the most common count; for SWA components the first entry’s, since C4 states may have more rows than SWA pages.',
  meaning: 'One list of indices is used for all entries of a list. NIXL itself takes the count of the first KV entry for all of them.',
  consequence: ({ first, items, cut }) =>
    `Index ${items ?? 'n'} and those above lie past the end of ${first ?? 'the region'}: a network card refuses such a write and the session is blacklisted; memory that is registered next to it is overwritten.${cut === undefined ? '' : ` The length is ${cut} B short of the others, a multiple of 2^32: it was kept in 32 bits.`}`,
  mend: () => 'Give this node lengths that count all rows of its tensors; where a length was kept in 32 bits, keep it in 64.',
  example: { count: '1', list: 'kv', first: 'kv[3]', items: '4', item: '37440', expected: '5' },
  situations: ['A length kept in 32 bits.', 'A pool built for other sizes than the rest.', 'An item length in another unit than the length.'],
  related: ['region-overlap', 'slots-not-covered', 'swa-pages-not-covered', 'out-of-range'],
  sources: [NIXL, WORKED_OUT],
  examine: (kvArgs) => registeredLists(kvArgs).flatMap(listFacts),
};

function itemsOf({ lengthBytes, itemBytes }: KvEntry): number {
  return Math.floor(lengthBytes / itemBytes);
}

function listFacts(list: RegisteredList): RegistrationFact[] {
  // An item of no bytes (a page below the ratio, unified) can be indexed at will.
  const sized = list.entries.flatMap((entry, i) => (entry.itemBytes === 0 ? [] : [{ entry, place: placeOf(list.name, i, entry) }]));
  const expected = expectedItems(
    list,
    sized.map(({ entry }) => entry),
  );
  const short = sized.filter(({ entry }) => itemsOf(entry) < expected);
  const [first] = short;
  if (first === undefined) return [];
  const { itemBytes, lengthBytes } = first.entry;
  const items = itemsOf(first.entry);
  const missing = expected * itemBytes - lengthBytes;
  const cut = missing % 2 ** 32 === 0 ? { cut: String(missing) } : {};
  const values = {
    count: String(short.length),
    list: list.name,
    first: first.place,
    items: String(items),
    item: String(itemBytes),
    expected: String(expected),
    ...cut,
  };
  return [{ values, shown: `${first.place}: ${items} items of ${itemBytes} B in ${lengthBytes} B` }];
}

/** Items that the list is indexed with; at least one. */
function expectedItems({ type }: RegisteredList, entries: readonly KvEntry[]): number {
  const [first] = entries;
  if (first === undefined) return 0;
  if (type === 'swa') return Math.max(1, itemsOf(first));
  const [[most] = [0]] = [...groupBy(entries, itemsOf)].toSorted(([a, left], [b, right]) => right.length - left.length || b - a);
  return Math.max(1, most);
}
