/** Reading dumps that others wrote: what may be missing, what may not, and what an error says. */
import { describe, expect, it } from 'vitest';
import { SimError } from '../../src/core/errors.ts';
import { parseKvArgs } from '../../src/kvargs/dump.ts';

/** What an engine's own dump has at least. */
const DUMP = {
  engine_rank: 0,
  page_size: 256,
  kv_data_ptrs: ['0x7f0000000000', 4096],
  kv_data_lens: [100, 200],
  kv_item_lens: [10, 20],
  aux_data_ptrs: ['18446744073709551615'],
  aux_data_lens: [64],
  aux_item_lens: [64],
  state_types: ['swa', 'c128_state'],
  state_data_ptrs: [['0x1000', '0x2000'], []],
  state_data_lens: [[1, 2], []],
  state_item_lens: [[3, 4], []],
};

function errorOf(dump: unknown): { code: string; path: string | undefined; message: string } {
  try {
    parseKvArgs(dump);
  } catch (error) {
    if (error instanceof SimError) return { code: error.code, path: error.facts.where?.path, message: error.message };
    throw error;
  }
  throw new Error('it was read');
}

describe('parseKvArgs', () => {
  it("reads an engine's own dump, naming entries by their place", () => {
    const args = parseKvArgs(DUMP);
    expect(args.kv).toEqual([
      { tensor: 'kv[0]', address: 0x7f0000000000n, lengthBytes: 100, itemBytes: 10 },
      { tensor: 'kv[1]', address: 4096n, lengthBytes: 200, itemBytes: 20 },
    ]);
    expect(args.aux[0]?.address).toBe(2n ** 64n - 1n);
    expect(args.state).toEqual([
      {
        type: 'swa',
        entries: [
          { tensor: 'state[0][0]', address: 0x1000n, lengthBytes: 1, itemBytes: 3 },
          { tensor: 'state[0][1]', address: 0x2000n, lengthBytes: 2, itemBytes: 4 },
        ],
      },
      { type: 'c128_state', entries: [] },
    ]);
    expect(args).toMatchObject({ ppRank: 0, kvCacheDtype: '', compressRatios: null, prefillEndLayer: null });
  });

  it.each([
    ['no object', [], ''],
    ['a missing list', { ...DUMP, kv_item_lens: undefined }, 'kv_item_lens'],
    ['a short list', { ...DUMP, kv_item_lens: [10] }, 'kv_item_lens'],
    ['an address that a number cannot hold', { ...DUMP, kv_data_ptrs: ['0x1', 2 ** 60] }, 'kv_data_ptrs[1]'],
    ['an address past 2^64', { ...DUMP, aux_data_ptrs: ['0x10000000000000000'] }, 'aux_data_ptrs[0]'],
    ['a negative length', { ...DUMP, kv_data_lens: [100, -1] }, 'kv_data_lens[1]'],
    ['an unknown state type', { ...DUMP, state_types: ['swa', 'mamba'] }, 'state_types[1]'],
    ['a component too few', { ...DUMP, state_data_lens: [[1, 2]] }, 'state_data_lens'],
    ['an entry too few in a component', { ...DUMP, state_item_lens: [[3], []] }, 'state_item_lens[0]'],
    ['no page size', { ...DUMP, page_size: '256' }, 'page_size'],
  ])('refuses %s, saying where', (_name, dump, path) => {
    const error = errorOf(dump);
    expect(error.code).toBe('bad-input');
    expect(error.path).toBe(path);
    expect(error.message).toContain(path);
  });
});
