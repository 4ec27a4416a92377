/** @file Regions too large for something: to be registered in one piece, or for offsets in 32 bits. */
import { formatBytes } from '../../core/units.ts';
import type { KvArgs } from '../../kvargs/kvArgs.ts';
import { AT_MANAGER } from '../moments.ts';
import { type PlacedEntry, placedEntries, type RegistrationCheck, type RegistrationFact, UNCHECKED } from './registrationCheck.ts';

const OFFSET_REPORTS = 'public reports sgl-project/sglang#34025, lightseekorg/tokenspeed#501, LMCache/LMCache#2762';
const REGION_REPORTS = 'public reports sgl-project/sglang#30313, kvcache-ai/Mooncake#2017';

/** Regions above a size, the largest by name. */
function largerThan(kvArgs: KvArgs, mostBytes: number, valuesOf: (largest: PlacedEntry) => Readonly<Record<string, string>>): RegistrationFact[] {
  const large = placedEntries(kvArgs).filter(({ entry }) => entry.lengthBytes > mostBytes);
  const [largest] = large.toSorted((a, b) => b.entry.lengthBytes - a.entry.lengthBytes);
  if (largest === undefined) return [];
  const length = String(largest.entry.lengthBytes);
  const values = { count: String(large.length), first: largest.place, length, ...valuesOf(largest) };
  return [{ values, shown: `${largest.place}: ${length} B (${formatBytes(largest.entry.lengthBytes)})` }];
}

/** The first item whose last byte lies past an offset. */
function firstItemPast({ entry }: PlacedEntry, bytes: number): string {
  return entry.itemBytes === 0 ? '0' : String(Math.floor(bytes / entry.itemBytes));
}

/** `region-too-large`: an error where the user states the limit, which is theirs; a warning against the one that is assumed. */
export const regionTooLarge: RegistrationCheck = {
  id: 'region-too-large',
  title: 'Every region can be registered in one piece',
  moment: { node: 'both', at: AT_MANAGER },
  said: null,
  words: '{count} regions are larger than {most}, the largest {first} with {length} B',
  engine: 'dies',
  severity: 'warning',
  compared:
    'the length of every region against the largest that the card and its library register in one piece (--max-region, 4GiB where it is not given). Cards with limits of 2 GiB and 64 GiB have been seen.',
  meaning: 'Memory must be registered before a card may write to it, and a region is one tensor: one layer of one kind.',
  consequence: ({ first, item }) =>
    `Registration of ${first ?? 'the region'} fails at start-up (errno 22), or is cut without a word: then every write from item ${item ?? 'n'} on fails (IBV_WC_REM_ACCESS_ERR), so that a large pool works until a high page is used.`,
  mend: () => 'On this node, lower --max-total-tokens (or --mem-fraction-static) until the largest region fits, or use a transport that registers in pieces.',
  example: { count: '21', first: 'kv[0]', length: '6335076761', most: '4.00 GiB', item: '114716' },
  situations: ['A pool size that grew when it was left to the server.', 'Unified buffers, which hold ring and compressed rows of a layer in one piece.'],
  related: ['offset-past-32-bits', 'nixl-registration-kv'],
  sources: [REGION_REPORTS],
  examine: (kvArgs, { mostRegionBytes }) =>
    largerThan(kvArgs, mostRegionBytes, (largest) => ({ most: formatBytes(mostRegionBytes), item: firstItemPast(largest, mostRegionBytes) })),
};

/** `offset-past-32-bits`. */
export const offsetPast32Bits: RegistrationCheck = {
  id: 'offset-past-32-bits',
  title: 'Offsets inside a region fit 32 bits',
  moment: { node: 'both', at: UNCHECKED },
  said: null,
  words: '{count} regions are longer than 2^32 B, the largest {first} with {length} B: offsets from item {item} on need more than 32 bits',
  engine: 'silent',
  severity: 'warning',
  compared: 'the length of every region against 2^32.',
  meaning: 'index x item length must be worked out in 64 bits. The transfer engines do; kernels that compute it in 32 bits have been found again and again.',
  consequence: ({ first, item }) =>
    `A 32-bit product wraps from item ${item ?? 'n'} of ${first ?? 'the region'} on, and the data land at its start. It shows only when the allocator hands out a high page, and so looks random.`,
  mend: () => 'Use kernels that compute offsets in 64 bits; or lower --max-total-tokens on this node until regions stay below 4 GiB.',
  example: { count: '21', first: 'kv[0]', length: '6335076761', item: '114716' },
  situations: ['A pool of some million tokens a rank.'],
  related: ['offset-past-31-bits', 'region-too-large', 'items-past-end'],
  sources: [OFFSET_REPORTS],
  examine: (kvArgs) => largerThan(kvArgs, 2 ** 32, (largest) => ({ item: firstItemPast(largest, 2 ** 32) })),
};

/** `offset-past-31-bits`: of harm to signed products alone. */
export const offsetPast31Bits: RegistrationCheck = {
  id: 'offset-past-31-bits',
  title: 'Offsets inside a region fit a signed 32-bit integer',
  moment: { node: 'both', at: UNCHECKED },
  said: null,
  words: '{count} regions are longer than 2^31 B, the largest {first} with {length} B: offsets from item {item} on do not fit a signed 32-bit integer',
  engine: 'silent',
  severity: 'info',
  compared: 'the length of every region against 2^31, where none is longer than 2^32.',
  meaning:
    'A product of two signed 32-bit integers turns negative there; a kernel that split 256-token pages into 64-token ones did so from small page 57,359 on.',
  consequence: ({ first, item }) =>
    `None with 64-bit arithmetic. A signed product turns negative from item ${item ?? 'n'} of ${first ?? 'the region'} on: some 2 GiB below the buffer.`,
  mend: () => 'None is needed with kernels that compute offsets in 64 bits.',
  example: { count: '21', first: 'kv[0]', length: '2362232012', item: '57359' },
  situations: ['A pool of a little above 3.67 million tokens a rank.'],
  related: ['offset-past-32-bits'],
  sources: [OFFSET_REPORTS],
  examine: (kvArgs) => {
    const facts = largerThan(kvArgs, 2 ** 31, (largest) => ({ item: firstItemPast(largest, 2 ** 31) }));
    return facts.filter(({ values }) => Number(values.length) <= 2 ** 32);
  },
};
