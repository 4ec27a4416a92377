/** What is said of wrong scenarios: golden words, with line, column and path. */
import { describe, expect, it } from 'vitest';
import { problemsOf, scenarioOf } from './support.ts';

const MINI = 'model: dsv4-mini\nrequests: [{length: 300}]\n';

describe('shape', () => {
  it('reports every problem of a file at its place, in order', () => {
    const text = [
      'model: dsv4-mini',
      'prefil: {pageSize: 64}',
      'decode:',
      '  pagesize: 256',
      '  mode: pagd',
      '  slots: -1',
      '  swaRatio: .nan',
      '  swaPageSize: 2.5',
      '  poolTokens: 9007199254740993',
      '  addressBase: 0x1ffffffffffffffff',
      '  grid: 3',
      'requests:',
      '  - {lenght: 3}',
      '  - {length: 12, slot: 0}',
      'strategy: mergd',
      'faults: [{kind: bit-flop}]',
    ].join('\n');
    expect(problemsOf(text)).toEqual([
      's.yaml:2:1 (prefil): unknown key "prefil". Did you mean prefill?',
      's.yaml:4:3 (decode.pagesize): unknown key "pagesize". Did you mean pageSize?',
      's.yaml:5:9 (decode.mode): must be paged or unified (found "pagd"). Did you mean paged?',
      's.yaml:6:10 (decode.slots): must be an integer from 1 to 1048576 (found -1).',
      's.yaml:7:13 (decode.swaRatio): must be a number from 0 to 1 (found NaN).',
      's.yaml:8:16 (decode.swaPageSize): must be an integer from 1 to 1048576 (found 2.5).',
      's.yaml:9:15 (decode.poolTokens): must be an integer from 1 to 1099511627776 (found 9007199254740993).',
      's.yaml:10:16 (decode.addressBase): must be an unsigned 64-bit address, as an integer or as "0x…" (found "0x1ffffffffffffffff").',
      's.yaml:11:9 (decode.grid): must be a mapping of keys to values (found 3).',
      's.yaml:13:5 (requests[0]): the key length is missing.',
      's.yaml:13:6 (requests[0].lenght): unknown key "lenght". Did you mean length?',
      's.yaml:14:24 (requests[1].slot): must be an integer from 1 to 4194304 (found 0).',
      's.yaml:15:11 (strategy): must be per-item, merged, shader, staging, host-bounce, two-devices, whole-pool or auto (found "mergd"). Did you mean merged?',
      's.yaml:16:17 (faults[0].kind): must be one of the kinds there are; did you mean bit-flip? (found {"kind":"bit-flop"}).',
    ]);
  });

  it.each([
    ['model: dsv4-mini\n', 's.yaml:1:1: the key requests is missing.'],
    ['model: 3\nrequests: []\n', 's.yaml:1:8 (model): must be the name of a model, the path of a config.json, or an object (found 3).'],
    ['model: dsv4-flahs\nrequests: []\n', 's.yaml:1:8 (model): there is no model "dsv4-flahs". Did you mean dsv4-flash?'],
    ['model: llama\nrequests: []\n', 's.yaml:1:8 (model): there is no model "llama". Use dsv4-flash, dsv4-pro, dsv4-mini, or the path of a config.json.'],
    [`${MINI}seed: -1\n`, 's.yaml:3:7 (seed): must be an integer from 0 to 2^53-1 (found -1).'],
    [`${MINI}seed: 9007199254740993\n`, 's.yaml:3:7 (seed): must be an integer from 0 to 2^53-1 (found 9007199254740993).'],
    [`${MINI}decode: {chunkTokens: 512}\n`, /^s\.yaml:3:10 \(decode\.chunkTokens\): unknown key "chunkTokens"\. Use one of revision, /],
    [`${MINI}__proto__: {x: 1}\n`, /^s\.yaml:3:1 \(__proto__\): unknown key "__proto__"/],
    [`${MINI}expect: {status: OK}\n`, /^s\.yaml:3:18 \(expect\.status\): must be PASS, .* or VOID \(found "OK"\)\.$/],
    ['model: dsv4-mini\nrequests: {lengths: []}\n', 's.yaml:2:21 (requests.lengths): must have an entry (found []).'],
    ['model: dsv4-mini\nrequests: 3\n', 's.yaml:2:11 (requests): must be a list of requests, or {count, lengths} (found 3).'],
    ['model: {plain: {layers: 1, rows: 4, itemBytes: 6}}\nrequests: []\n', 's.yaml:1:48 (model.plain.itemBytes): must be a multiple of 4 (found 6).'],
    ['model: {plain: {layers: 1, rows: 4, itemBytes: 8}, window: 3}\nrequests: []\n', 's.yaml:1:52 (model.window): a plain pool has no window. Leave it out.'],
    [
      'model: {preset: dsv4-mini, config: {}}\nrequests: []\n',
      's.yaml:1:28 (model.config): a model starts from one of plain, preset and config, not from preset and config.',
    ],
    ['model: {hiddenLayers: 3}\nrequests: []\n', 's.yaml:1:8 (model): a model without preset or config needs hiddenLayers and compressRatios.'],
    ['just text\n', 's.yaml:1:1: must be a mapping of keys to values (found "just text").'],
  ])('%j', (text, words) => {
    const [problem, ...others] = problemsOf(text);
    expect(problem).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
    expect(others).toEqual([]);
  });

  it('shows the first twenty of many', () => {
    const lines = Array.from({ length: 30 }, (_, i) => `k${i}x: 1`).join('\n');
    expect(problemsOf(`${MINI}${lines}`)).toHaveLength(21);
    expect(problemsOf(`${MINI}${lines}`).at(-1)).toBe('and 10 more');
  });

  it('finds values behind aliases', () => {
    expect(problemsOf('model: dsv4-mini\nprefill: &p {slots: 0}\ndecode: *p\nrequests: []\n')).toEqual([
      's.yaml:2:21 (prefill.slots): must be an integer from 1 to 1048576 (found 0).',
      's.yaml:2:21 (decode.slots): must be an integer from 1 to 1048576 (found 0).',
    ]);
  });
});

describe('text', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x,x]',
    ...'bcdef'.split('').map((name, i) => `${name}: &${name} [${new Array(10).fill(`*${'abcde'[i]}`).join(',')}]`),
  ].join('\n');
  it.each([
    ['', 's.yaml: the file is empty.'],
    ['# only words\n', 's.yaml: the file is empty.'],
    ['a\0b', 's.yaml: the file is binary.'],
    ['['.repeat(10_000), 's.yaml: the text is nested too deeply.'],
    [bomb, 's.yaml: the aliases (*name) expand to too many values.'],
    ['model: dsv4-mini\nmodel: dsv4-pro\nrequests: []\n', 's.yaml:2:1: the key model stands twice.'],
    [`${MINI}---\nmodel: x\n`, 's.yaml:3:1: a scenario is one document, and a second one starts here.'],
    ['model: [a\nrequests: []\n', 's.yaml:2:1: this is no YAML: '],
    ['model: !!money 3\nrequests: []\n', 's.yaml:1:8: this is no YAML: unresolved tag'],
  ])('case %#', (text, start) => {
    const problems = problemsOf(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.slice(0, start.length)).toBe(start);
  });

  it('takes JSON, tabs and all', () => {
    expect(scenarioOf('{\n\t"model": "dsv4-mini",\n\t"requests": [\n\t\t{"length": 3}\n\t]\n}\n').requests[0]?.tokens).toBe(3);
  });

  it('keeps integers beyond 2^53 exact', () => {
    expect(scenarioOf(`${MINI}decode: {addressBase: 18446744073709551615}\n`).decode.addressBase).toBe(2n ** 64n - 1n);
    expect(scenarioOf(`${MINI}decode: {addressBase: "0xFFFFFFFFFFFFFFF0"}\n`).decode.addressBase).toBe(2n ** 64n - 16n);
    expect(scenarioOf(`${MINI}seed: 9007199254740991\n`).seed).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('fit', () => {
  const node = '{poolTokens: 1024, slots: 2, preallocSlots: 0, swaRatio: 1}';
  const on = (requests: string, prefill = '{poolTokens: 4096, slots: 9, swaRatio: 1}', decode = node) =>
    problemsOf(`model: dsv4-mini\nprefill: ${prefill}\ndecode: ${decode}\nrequests: ${requests}\n`);

  it.each([
    ['[]', []],
    ['[{length: 1024}]', []],
    [
      '[{length: 1025}]',
      [
        's.yaml:4:21 (requests[0].length): Request 0 exceeds the maximum number of tokens: 1025 > 1024 (length 1025, decode.poolTokens 1024). Shorten the request to 1024 tokens or set decode.poolTokens to 1280.',
      ],
    ],
    [
      '{count: 3, lengths: [1]}',
      ['s.yaml:4:11 (requests): decode has too few slots for all requests at once (needed 3, available 2). Set decode.slots to 3 or more.'],
    ],
    [
      // Refused before a million requests are made out of the number.
      '{count: 1048576, lengths: [1]}',
      [
        's.yaml:4:11 (requests): prefill has too few slots for all requests at once (needed 1048576, available 9). Set prefill.slots to 1048576 or more.',
        's.yaml:4:11 (requests): prefill has too few metadata rows for all requests at once (needed 1048576, available 18). Set prefill.metadataRows to 1048576 or more.',
        's.yaml:4:11 (requests): decode has too few slots for all requests at once (needed 1048576, available 2). Set decode.slots to 1048576 or more.',
        's.yaml:4:11 (requests): decode has too few metadata rows for all requests at once (needed 1048576, available 4). Set decode.metadataRows to 1048576 or more.',
      ],
    ],
    [
      '[{length: 512}, {length: 600}]',
      ['s.yaml:4:11 (requests): decode has too few pages for all requests at once (needed 5, available 4). Set decode.poolTokens to 1,280 or more.'],
    ],
    [
      '[{length: 1, decode: {slot: 3}}]',
      ['s.yaml:4:39 (requests[0].decode.slot): decode has slots 1 to 2 (given 3). Use one of these, or raise decode.slots or decode.preallocSlots.'],
    ],
    [
      '[{length: 1, decode: {slot: 1}}, {length: 1, decode: {slot: 1}}]',
      ['s.yaml:4:71 (requests[1].decode.slot): 1 is given twice among the slots of decode (requests 0 and 1). Give each request its own.'],
    ],
    [
      '[{length: 300, decode: {fullPages: [2, 2]}}]',
      ['s.yaml:4:50 (requests[0].decode.fullPages[1]): 2 is given twice among the pages of decode (requests 0 and 0). Give each request its own.'],
    ],
    [
      '[{length: 300, decode: {fullPages: [2]}}]',
      ['s.yaml:4:46 (requests[0].decode.fullPages): a request has one full page for each of its pages (given 1, needed 2). List 2.'],
    ],
    [
      '[{length: 1, decode: {swaPages: [5]}}]',
      ['s.yaml:4:43 (requests[0].decode.swaPages): decode has SWA pages 1 to 4 (given 5). Use one of these, or raise decode.swaRatio.'],
    ],
    [
      '[{length: 300, prefillEnd: 301}]',
      ['s.yaml:4:38 (requests[0].prefillEnd): prefillEnd lies beyond the request (prefillEnd 301, length 300). Use at most 300.'],
    ],
    [
      '[{length: 300, decodePrefixLen: 100}]',
      [
        's.yaml:4:43 (requests[0].decodePrefixLen): decode holds whole pages of a request, and no more than it has (decodePrefixLen 100, length 300, pageSize 256). Use a multiple of 256 up to 300.',
      ],
    ],
  ])('%s', (requests, problems) => {
    expect(on(requests)).toEqual(problems);
  });

  it('says what a pool of broken pages, too little SWA, too few metadata rows need', () => {
    expect(on('[]', '{poolTokens: 1000}')).toEqual([
      's.yaml:2:23 (prefill.poolTokens): the pool is not a whole number of pages (poolTokens 1000, pageSize 256). Use 768 or 1024.',
    ]);
    expect(on('[{length: 1}]', '{poolTokens: 1024, swaRatio: 0}')).toEqual([
      's.yaml:4:11 (requests): prefill has too few SWA pages for the windows of all requests at once (needed 1, available 0). Set prefill.swaRatio to 0.25, or raise prefill.poolTokens.',
    ]);
    expect(on('{count: 2, lengths: [1]}', '{metadataRows: 1}')).toEqual([
      's.yaml:4:11 (requests): prefill has too few metadata rows for all requests at once (needed 2, available 1). Set prefill.metadataRows to 2 or more.',
    ]);
  });

  it('leaves what the engine refuses to the engine', () => {
    const refused = 'model: dsv4-mini\nprefill: {pageSize: 64, poolTokens: 4096, swaPageSize: 48, kvDtype: bfloat16}\nrequests: []\n';
    expect(scenarioOf(refused).prefill.pageSizeTokens).toBe(64);
    expect(problemsOf('model: {preset: dsv4-mini, compressRatios: [0, 7, 4, 128, 4, 128]}\nrequests: []\n')).toEqual([]);
    expect(problemsOf('model: dsv4-mini\nprefill: {target: {compressRatios: [4]}}\nrequests: []\n')).toEqual([
      "s.yaml:2:36 (prefill.target.compressRatios): 1 compression ratios for 6 layers: give 6, one a layer, or 7 with NextN layers. Give as many as the model's layers.",
    ]);
  });
});
