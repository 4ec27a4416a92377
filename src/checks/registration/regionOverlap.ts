/** @file Regions of one node that share bytes. */
import { hexAddress } from '../../memory/addressSpace.ts';
import { WORKED_OUT } from '../sources.ts';
import { endOf, type PlacedEntry, placedEntries, type RegistrationCheck, UNCHECKED } from './registrationCheck.ts';

/** `region-overlap`: two entries at one address are another check's business. */
export const regionOverlap: RegistrationCheck = {
  id: 'region-overlap',
  title: 'Registered regions of a node do not overlap',
  moment: { node: 'both', at: UNCHECKED },
  said: null,
  words: '{count} registered regions run into the next one, the first {first} into {second} by {bytes} B',
  engine: 'silent',
  severity: 'error',
  compared: 'the end of every region against the start of the next, by address, over all lists of a rank.',
  meaning: 'Every tensor has memory of its own; the ring part and the compressed part of a unified buffer follow one another.',
  consequence: ({ first, second, bytes }) =>
    `What is written to the last ${bytes ?? 'few'} B of ${first ?? 'one region'} overwrites the start of ${second ?? 'the next'}, and the other way round; nothing is reported.`,
  mend: () => 'Look for a length that counts more rows than the tensor has, or a pointer taken before an offset was added, on this node.',
  example: { count: '1', first: 'kv[3]', second: 'kv[4]', bytes: '4096' },
  situations: [
    'The length of a whole unified buffer given for its compressed part, which starts behind the ring.',
    'A pointer or length that was edited, or copied from another entry.',
    'Lengths in another unit.',
  ],
  related: ['duplicate-pointer', 'items-past-end', 'pointer-cut'],
  sources: [WORKED_OUT],
  examine: (kvArgs) => {
    const sorted = placedEntries(kvArgs).toSorted((a, b) => (a.entry.address < b.entry.address ? -1 : a.entry.address > b.entry.address ? 1 : 0));
    const pairs: { first: PlacedEntry; second: PlacedEntry; bytes: bigint }[] = [];
    let reaching: PlacedEntry | undefined;
    for (const second of sorted) {
      if (reaching !== undefined && second.entry.address < endOf(reaching.entry) && second.entry.address !== reaching.entry.address) {
        const isInside = endOf(second.entry) <= endOf(reaching.entry);
        const end = endOf((isInside ? second : reaching).entry);
        pairs.push({ first: reaching, second, bytes: end - second.entry.address });
      }
      if (reaching === undefined || endOf(second.entry) > endOf(reaching.entry)) reaching = second;
    }
    const [worst] = pairs;
    if (worst === undefined) return [];
    const values = { count: String(pairs.length), first: worst.first.place, second: worst.second.place, bytes: String(worst.bytes) };
    return [
      {
        values,
        shown: `${worst.first.place} ends at ${hexAddress(endOf(worst.first.entry))}, ${worst.second.place} starts at ${hexAddress(worst.second.entry.address)}`,
      },
    ];
  },
};
