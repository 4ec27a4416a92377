/** @file Entries of one node that are registered at one address. */
import { groupBy } from '../../core/groupBy.ts';
import { hexAddress } from '../../memory/addressSpace.ts';
import { WORKED_OUT } from '../sources.ts';
import { placedEntries, type RegistrationCheck, UNCHECKED } from './registrationCheck.ts';

/** `duplicate-pointer`. */
export const duplicatePointer: RegistrationCheck = {
  id: 'duplicate-pointer',
  title: 'Every entry of a node has an address of its own',
  moment: { node: 'both', at: UNCHECKED },
  said: null,
  words: '{count} entries are registered at an address that another entry has as well, the first {first} and {second} at {address}',
  engine: 'silent',
  severity: 'error',
  compared: 'base addresses of all entries of a rank, over all lists; regions without bytes aside.',
  meaning: 'No two layers or kinds of data share memory in these pools.',
  consequence: ({ first, second }) =>
    `Whatever is written to ${first ?? 'one entry'} is written over by ${second ?? 'the other'}: one of the two layers reads the data of the other.`,
  mend: () => 'Look for a loop that appends the same tensor twice, or a draft that was given the tensors of the target, on this node.',
  example: { count: '1', first: 'kv[3]', second: 'kv[4]', address: '0x7f0000000000' },
  situations: ['A list built with the pointer of the wrong layer.', 'A draft pool that is the target pool.', 'Lists of two dumps put together by hand.'],
  related: ['region-overlap', 'entry-content'],
  sources: [WORKED_OUT],
  examine: (kvArgs) => {
    const shared = [...groupBy(placedEntries(kvArgs), ({ entry }) => entry.address).values()].filter((group) => group.length > 1);
    const [[first, second] = []] = shared;
    if (first === undefined || second === undefined) return [];
    const count = shared.reduce((sum, group) => sum + group.length - 1, 0);
    const address = hexAddress(first.entry.address);
    return [{ values: { count: String(count), first: first.place, second: second.place, address }, shown: `${first.place} and ${second.place} at ${address}` }];
  },
};
