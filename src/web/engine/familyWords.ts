/** @file What each family of data is, in a sentence for people who have not seen it, and how its rows are addressed. */
import { formatInteger } from '../../core/units.ts';
import { hexAddress } from '../../memory/addressSpace.ts';
import type { AreaFamily } from '../../verify/areas.ts';
import type { ListedEntry } from './stage.ts';

/** Words for a family. */
export interface FamilyWords {
  readonly what: string;
  /** How a token finds its row. */
  readonly address: string;
  /** What a row of its tensors is. */
  readonly row: string;
}

const BY_FULL_PAGE = 'page = location ÷ page size, where location = the request’s page table at the token’s position';

/** By family. */
export const FAMILY_WORDS: Readonly<Record<AreaFamily, FamilyWords>> = {
  swa: {
    what: 'KV of the sliding window, by page: only the last window of each request is kept.',
    address: 'SWA page = mapping[full page]; the mapping is one object that all pools must share',
    row: 'page',
  },
  swa_ring: {
    what: 'KV of the sliding window as a ring of rows for each request slot.',
    address: 'row = slot × ring rows + position mod ring rows',
    row: 'row',
  },
  c4_kv: { what: 'KV compressed four tokens to one.', address: BY_FULL_PAGE, row: 'page' },
  c128_kv: { what: 'KV compressed 128 tokens to one.', address: BY_FULL_PAGE, row: 'page' },
  c4_indexer: { what: 'Keys that choose which compressed tokens attention looks at.', address: BY_FULL_PAGE, row: 'page' },
  c4_state: {
    what: 'Compression state: the tokens that are not yet a whole group of four.',
    address: 'row = SWA page × ring rows + position mod ring rows',
    row: 'row',
  },
  c4_indexer_state: { what: 'The same state for the indexer’s keys.', address: 'row = SWA page × ring rows + position mod ring rows', row: 'row' },
  c128_state: {
    what: 'Compression state: the tokens that are not yet a whole group of 128.',
    address: 'row = slot × ring rows + position mod ring rows',
    row: 'row',
  },
  metadata: {
    what: 'A metadata buffer, a row a request: what decode needs to know beside the cache.',
    address: 'row = the metadata row that the request was given on this node',
    row: 'row',
  },
  plain: { what: 'KV of a plain pool, an item a page.', address: BY_FULL_PAGE, row: 'page' },
  kv_pages: { what: 'All layers of a page in one item.', address: BY_FULL_PAGE, row: 'page' },
  state_pages: { what: 'All layers of a page’s sliding window and state in one item.', address: 'SWA page = mapping[full page]', row: 'page' },
  guard: { what: 'A gap between two tensors.', address: 'nothing is addressed here', row: 'byte' },
  unregistered: { what: 'Memory that no list registers.', address: 'it never travels', row: 'row' },
};

/** A row's address, with the numbers in it: by the registered entry where the row begins an item of it, else by the tensor. */
export function rowFormula(row: number, rowBytes: number, tensor: string, address: string, listed: ListedEntry | undefined, item: number | null): string {
  if (listed !== undefined && item !== null) {
    const { entry } = listed;
    const itemAddress = hexAddress(entry.address + BigInt(item * entry.itemBytes));
    if (itemAddress === address)
      return `item = pointer + index × item length = ${hexAddress(entry.address)} + ${formatInteger(item)} × ${formatInteger(entry.itemBytes)} = ${address}`;
  }
  return `row = tensor + row × row bytes = ${tensor} + ${formatInteger(row)} × ${formatInteger(rowBytes)} = ${address}`;
}
