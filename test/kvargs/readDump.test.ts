/** Dump files: every form that users have, exact at 64 bits, and errors that name the place. */
import { describe, expect, it } from 'vitest';
import { SimError } from '../../src/core/errors.ts';
import { parseExactJson } from '../../src/kvargs/exactJson.ts';
import { readDump } from '../../src/kvargs/readDump.ts';

const RANK = {
  engine_rank: 0,
  page_size: 256,
  kv_data_ptrs: ['0x7f0000000000'],
  kv_data_lens: [187_200],
  kv_item_lens: [37_440],
  aux_data_ptrs: [],
  aux_data_lens: [],
  aux_item_lens: [],
  state_types: ['swa'],
  state_data_ptrs: [['0x7f0000100000']],
  state_data_lens: [[449_280]],
  state_item_lens: [[149_760]],
};
const text = JSON.stringify(RANK);

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof SimError) return error.message;
    throw error;
  }
  return 'it was read';
}

describe('forms', () => {
  it.each([
    ['one rank', text],
    ['a list of ranks', `[${text}]`],
    ['a node', `{"ranks": [${text}]}`],
    ['both nodes', `{"schemaVersion": 1, "prefill": {"ranks": []}, "decode": {"ranks": [${text}]}}`],
    ['a byte order mark', `\ufeff${text}`],
  ])('%s', (_name, dump) => {
    const [rank, ...others] = readDump(dump, 'decode', 'd.json');
    expect(others).toEqual([]);
    expect(rank?.kv).toEqual([{ tensor: 'kv[0]', address: 0x7f0000000000n, lengthBytes: 187_200, itemBytes: 37_440 }]);
    expect(rank?.state[0]?.entries[0]?.address).toBe(0x7f0000100000n);
  });

  it('numbers beyond 2^53 keep their last digit', () => {
    const dump = text.replace('"0x7f0000000000"', '18446654079237459969');
    expect(readDump(dump, 'prefill', 'p')[0]?.kv[0]?.address).toBe(18446654079237459969n);
    expect(parseExactJson('{"a": 9007199254740993, "b": 1234567890123456, "c": "9007199254740993", "d": 1e20, "e": [-9007199254740993]}', 'x')).toEqual({
      a: '9007199254740993',
      b: 1234567890123456,
      c: '9007199254740993',
      d: 1e20,
      e: ['-9007199254740993'],
    });
  });
});

describe('what is wrong', () => {
  it.each([
    ['', 'd.json: the file is empty. Give JSON.'],
    ['{"a": 12345678901234567890,\n  b', /^d\.json:2:3: this is no JSON\./],
    ["{'engine_rank': 0, 'prefill': None}", /It looks like a Python repr: print it with json\.dumps\.$/],
    ['3', /^d\.json: a dump is an object/],
    ['{}', /^d\.json: this is no dump of kv_args: kv_data_ptrs is missing/],
    ['{"decode": {"ranks": []}}', /^d\.json \(decode\.ranks\)|^d\.json: this dump holds no rank|decode\.ranks.*this dump holds no rank/],
    ['{"ranks": 3}', 'd.json (ranks): a list of ranks is expected. See: disagg-sim layout --json.'],
    [text.replace('"0x7f0000000000"', '"zero"'), /^d\.json \(kv_data_ptrs\[0\]\): an address is expected/],
    [text.replace('187200', '-1'), /^d\.json \(kv_data_lens\[0\]\): a whole number/],
    [text.replace('187200', '9007199254740993'), /^d\.json \(kv_data_lens\[0\]\): a whole number/],
    [`[${text}, ${text.replace('"swa"', '"mamba"')}]`, /^d\.json \(\[1\]\.state_types\[0\]\): a state type/],
    [text.replace('[37440]', '[37440, 1]'), /kv_item_lens and kv_data_ptrs differ in length/],
  ])('%#', (dump, words) => {
    expect(messageOf(() => readDump(dump, 'decode', 'd.json'))).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
  });
});
