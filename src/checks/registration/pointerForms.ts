/** @file Addresses whose form tells something: kept in 32 bits, past the end of the address space, or with their top bit set. */
import { hexAddress } from '../../memory/addressSpace.ts';
import { endOf, placedEntries, type RegistrationCheck, UNCHECKED } from './registrationCheck.ts';

const REPORTS = 'public reports sgl-project/sglang#34025 and #24188, lightseekorg/tokenspeed#501';
const LOW = 1n << 32n;
const TOP_BIT = 1n << 63n;
const SPACE = 1n << 64n;

/** `pointer-cut`. */
export const pointerCut: RegistrationCheck = {
  id: 'pointer-cut',
  title: 'Addresses of a node keep all their bits',
  moment: { node: 'both', at: UNCHECKED },
  said: null,
  words: '{count} addresses lie below 2^32 while others lie above it, the first {first} at {address}',
  engine: 'dies',
  severity: 'error',
  compared: 'base addresses of all entries of a rank against 2^32: device memory of one process lies on one side of it.',
  meaning: 'An address that was kept in 32 bits has lost its upper half, and points to memory that is not there.',
  consequence: ({ first, address }) =>
    `Writes to ${first ?? 'the entry'} go to ${address ?? 'its lower 32 bits'}, where nothing is registered: the transfer fails, or writes foreign memory.`,
  mend: () => 'Keep addresses in 64 bits on this node, from data_ptr() to the message (u64 frames).',
  example: { count: '1', first: 'kv[3]', address: '0x1b8000' },
  situations: ['A pointer packed as u32, as item lengths are.', 'A pointer that went through a 32-bit integer of numpy or C.'],
  related: ['items-past-end', 'offset-past-32-bits', 'address-space-end'],
  sources: [REPORTS],
  examine: (kvArgs) => {
    const placed = placedEntries(kvArgs);
    const low = placed.filter(({ entry }) => entry.address < LOW);
    const [first] = low;
    // A small pool may lie below 2^32 as a whole, and reach past it.
    const isWhole = first === undefined || low.length === placed.length || low.some(({ entry }) => endOf(entry) >= LOW);
    if (isWhole) return [];
    const address = hexAddress(first.entry.address);
    return [{ values: { count: String(low.length), first: first.place, address }, shown: `${first.place} at ${address}` }];
  },
};

/** `address-space-end`. */
export const addressSpaceEnd: RegistrationCheck = {
  id: 'address-space-end',
  title: 'Regions of a node end inside the address space',
  moment: { node: 'both', at: UNCHECKED },
  said: null,
  words: '{count} regions end past 2^64, the first {first}: {address} and {length} B',
  engine: 'dies',
  severity: 'error',
  compared: 'address + length of every entry against 2^64.',
  meaning: 'Addresses are unsigned 64-bit numbers; a sum past 2^64 wraps to small ones.',
  consequence: ({ first }) => `Addresses of the last items of ${first ?? 'the region'} wrap to the start of the address space.`,
  mend: () => 'Look for a pointer that was read as a signed number, or a length in another unit, on this node.',
  example: { count: '1', first: 'kv[3]', address: '0xfffffffffffff000', length: '8192' },
  situations: ['A negative number printed as unsigned.'],
  related: ['pointer-bit-63', 'pointer-cut'],
  sources: [REPORTS],
  examine: (kvArgs) => {
    const past = placedEntries(kvArgs).filter(({ entry }) => endOf(entry) > SPACE);
    const [first] = past;
    if (first === undefined) return [];
    const [address, length] = [hexAddress(first.entry.address), String(first.entry.lengthBytes)];
    return [{ values: { count: String(past.length), first: first.place, address, length }, shown: `${first.place} at ${address}, ${length} B` }];
  },
};

/** `pointer-bit-63`: of no harm by itself. */
export const pointerBit63: RegistrationCheck = {
  id: 'pointer-bit-63',
  title: 'Addresses with their top bit set',
  moment: { node: 'both', at: UNCHECKED },
  said: null,
  words: '{count} addresses have bit 63 set, the first {first} at {address}',
  engine: null,
  severity: 'info',
  compared: 'bit 63 of every base address.',
  meaning: 'Some devices hand out such addresses. They are right, and do not fit a signed 64-bit integer.',
  consequence: () =>
    'None by itself. Code that keeps addresses as signed numbers, or mixes signed and unsigned ones, raises an overflow or turns them into floats.',
  mend: () => 'None is needed; where an overflow is reported, keep addresses as unsigned 64-bit numbers (np.uint64).',
  example: { count: '83', first: 'kv[0]', address: '0xffff81ab54e01000' },
  situations: ['Device memory mapped into the upper half of the address space.'],
  related: ['address-space-end'],
  sources: [REPORTS],
  examine: (kvArgs) => {
    const high = placedEntries(kvArgs).filter(({ entry }) => entry.address >= TOP_BIT);
    const [first] = high;
    if (first === undefined) return [];
    const address = hexAddress(first.entry.address);
    return [{ values: { count: String(high.length), first: first.place, address }, shown: `${first.place} at ${address}` }];
  },
};
