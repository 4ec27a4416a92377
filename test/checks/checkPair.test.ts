/** What `check` answers: the known mismatches by their numbers, controls that must pass, causes before facts, waivers, verdicts. */
import { describe, expect, it } from 'vitest';
import type { NodeExtra } from '../../src/checks/nodePair.ts';
import type { EngineSettings } from '../../src/model/engineDefaults.ts';
import { completeEngineConfig } from '../../src/model/engineDefaults.ts';
import type { ModelSpec } from '../../src/model/modelSpec.ts';
import { MODEL_PRESETS } from '../../src/model/presets.ts';
import { checkPair, mendPair, type PairReport, type PairRequest } from '../../src/session/checkPair.ts';

const FLASH = MODEL_PRESETS['dsv4-flash'];
const SPECULATION = { algorithm: 'EAGLE', draftTokens: 4, draftLayers: 1 } as const;

function request(prefill: EngineSettings, decode: EngineSettings, model: ModelSpec = FLASH): PairRequest {
  const small = { maxRequests: 4, preallocSlots: 0, poolTokens: 4096, swaRatio: 0.5 };
  return {
    model,
    prefill: completeEngineConfig('prefill', model, { ...small, ...prefill }),
    decode: completeEngineConfig('decode', model, { ...small, ...decode }),
  };
}

const check = (prefill: EngineSettings, decode: EngineSettings, model?: ModelSpec) => checkPair(request(prefill, decode, model));
const idsOf = ({ findings }: PairReport) => findings.map(({ id }) => id);

function finding(report: PairReport, id: string) {
  const found = report.findings.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`${id} is not among ${idsOf(report).join(', ')}`);
  return found;
}

describe('the four silent mismatches', () => {
  it('speculation on decode only: C4 items of 65,536 and 131,072 B, page 6 in the place of page 3', () => {
    const report = check({}, { speculation: SPECULATION });
    expect(report.verdict).toBe('silent-corruption');
    // The cause comes first, and has the mend; what follows from it points there.
    expect(idsOf(report)).toEqual(['speculation-one-side', 'component-list', 'state-item-length', 'state-item-length', 'metadata-row-width']);
    const cause = finding(report, 'speculation-one-side');
    expect(cause).toMatchObject({ engine: 'silent', side: 'both', prefill: 'no speculation', decode: '4 draft tokens, 1 draft layer' });
    expect(cause.changes).toEqual([{ side: 'prefill', setting: 'speculation', value: SPECULATION }]);
    expect(cause.mend).toBe('On prefill: use --speculative-algorithm EAGLE --speculative-eagle-topk 1 --speculative-num-draft-tokens 4.');
    const state = finding(report, 'state-item-length');
    expect(state.message).toBe('21 entries of component 0 (swa) from target/attn_state/2 on have items of 65536 B on prefill and 131072 B on decode');
    expect(state.consequence).toContain('page 6 at byte 6 x 65,536 = 393,216, which is the start of page 3');
    expect(state).toMatchObject({ mend: 'Follows from speculation-one-side: mend that.', changes: [] });
    expect(finding(report, 'metadata-row-width')).toMatchObject({ prefill: '64 B', decode: '8192 B' });
    expect(finding(report, 'component-list').message).toBe('component 2 is none on prefill and swa on decode');
  });

  it('state dtype: C4 and C128 items of half the length', () => {
    const report = check({}, { stateDtype: 'bfloat16' });
    expect(report.verdict).toBe('silent-corruption');
    expect(finding(report, 'state-dtype-mismatch').changes).toEqual([{ side: 'prefill', setting: 'stateDtype', value: 'bfloat16' }]);
    expect(report.findings.filter(({ id }) => id === 'state-item-length').map(({ message }) => message.slice(message.indexOf('items')))).toEqual([
      'items of 65536 B on prefill and 32768 B on decode',
      'items of 16384 B on prefill and 8192 B on decode',
      'items of 524288 B on prefill and 262144 B on decode',
    ]);
  });

  it('a draft that decode alone registers is silent; the reverse raises', () => {
    const without = { speculation: { ...SPECULATION, draftLayers: 0 } };
    const silent = check(without, { speculation: SPECULATION });
    expect(idsOf(silent)).toEqual(['draft-layers-mismatch', 'component-list']);
    expect(silent.verdict).toBe('silent-corruption');
    expect(finding(silent, 'component-list').consequence).toContain('(1 entries, 149760 B an index)');
    const raises = check({ speculation: SPECULATION }, without);
    expect(raises.verdict).toBe('fails-later');
    expect(finding(raises, 'state-send-raises').message).toContain('Unexpected compressed-MLA dst_kv_ptrs length 0; expected either 62 (kv_data)');
    const unified = check({ mode: 'unified', speculation: SPECULATION }, { mode: 'unified', ...without });
    expect(finding(unified, 'state-send-raises').message).toBe('RuntimeError: SWA_RING state index length mismatch: prefill=128, dst=0');
  });

  it('lists of SWA pages of unlike length: cut under Mooncake, refused under NIXL', () => {
    const cut = check({ windowTokens: 256 }, {});
    expect(finding(cut, 'swa-list-length')).toMatchObject({ engine: 'silent', message: 'len(prefill_state_indices) = 2, len(dst_state_indices) = 1' });
    expect(finding(cut, 'window-mismatch').changes[0]).toEqual({ side: 'prefill', setting: 'windowTokens', value: 128 });
    const nixl = check({ windowTokens: 256, backend: 'nixl' }, { backend: 'nixl' });
    expect(finding(nixl, 'swa-list-length')).toMatchObject({
      engine: 'dies',
      message: 'RuntimeError: State index length mismatch at component 0: prefill=2, dst=1',
    });
  });
});

describe('controls that must pass', () => {
  it.each([
    [
      'K1: ring rows with rings of 128 and 131',
      { mode: 'unified' as const, speculation: { ...SPECULATION, draftTokens: 1 } },
      { mode: 'unified' as const, speculation: SPECULATION },
    ],
    ['K2: C128 state by 128-row page, pools and slots of other sizes', {}, { maxRequests: 9, preallocSlots: 5, poolTokens: 16_384, swaRatio: 0.25 }],
    ['other draft tokens, paged', { speculation: SPECULATION }, { speculation: { ...SPECULATION, draftTokens: 8 } }],
    ['a switch without effect: online compression in unified mode', { mode: 'unified' as const, onlineCompress: true }, { mode: 'unified' as const }],
    ['old and new Mooncake, which speak alike', { backend: 'mooncake-old' as const }, {}],
    ['four stages of prefill', { grid: { tp: 1, pp: 4, cp: 1 }, speculation: SPECULATION }, { speculation: SPECULATION }],
  ])('%s', (_name, prefill, decode) => {
    const report = check(prefill, decode);
    expect(report.findings).toEqual([]);
    expect(report.verdict).toBe('fits');
    expect(report.hashes.prefill.hash).toBe(report.hashes.decode.hash);
  });

  it.each([
    [2, 4],
    [4, 8],
    [8, 16],
  ])('B7: TP %i against %i, heads replicated or not', (prefill, decode) => {
    const plain = { kind: 'plain', name: 'gqa', layers: 2, rows: 64, itemBytes: 1024 } as const;
    const grid = (tp: number) => ({ grid: { tp, pp: 1, cp: 1 } });
    const bare = (tp: number) => ({ ...grid(tp), pageSizeTokens: 1, poolTokens: 63 });
    expect(check(bare(prefill), bare(decode), plain).findings).toEqual([]);
    expect(check(grid(prefill), grid(decode), MODEL_PRESETS['dsv4-mini']).findings).toEqual([]);
  });
});

it('revisions that lay these pools out alike fit, with a warning of what else they differ in', () => {
  const report = check({}, { revision: '2026-09', c4StateIndex: 'swa-page' });
  expect([idsOf(report), report.verdict]).toEqual([['mixed-revisions'], 'fits-with-warnings']);
  expect(report.hashes.prefill.hash).toBe(report.hashes.decode.hash);
  const staged = check({ grid: { tp: 1, pp: 4, cp: 1 } }, { revision: '2026-09', c4StateIndex: 'swa-page' });
  expect(finding(staged, 'mixed-revisions').consequence).toContain('Layer metadata must be provided by both PD peers or neither');
});

describe("the engine's own checks", () => {
  it('says the words of the handshake, and what it would have come to', () => {
    const report = check({}, { pageSizeTokens: 128, swaPageSizeTokens: 128 });
    expect(report.verdict).toBe('refused');
    const refusal = finding(report, 'page-size-mismatch');
    expect(refusal).toMatchObject({
      engine: 'refuses',
      side: 'decode',
      message: 'Page size mismatch: prefill server has page_size=256, but decode server has page_size=128. Both servers must use the same --page-size value.',
    });
    // Decode's 128 would not start in paged mode, so that here decode follows.
    expect(refusal.changes[0]).toEqual({ side: 'decode', setting: 'pageSizeTokens', value: 256 });
    expect(finding(report, 'paged-page-size').side).toBe('decode');
  });

  it('pairs grids by its rules', () => {
    const grid = (tp: number, pp = 1, cp = 1) => ({ grid: { tp, pp, cp } });
    const mini = MODEL_PRESETS['dsv4-mini'];
    expect(finding(check(grid(1), grid(1, 1, 2), mini), 'decode-cp-size').message).toBe("('Decode cp size (2) should be equal to 1',)");
    expect(finding(check(grid(1, 3), grid(1, 2), mini), 'pp-size-mismatch').message).toBe('Decode pp size (2) should be equal to prefill pp size (3) or 1');
    expect(check(grid(4), grid(6), mini).verdict).toBe('fails-later');
    expect(idsOf(check({ ...grid(1, 1, 2), allCpRanksTransfer: true }, grid(1), mini))).toEqual(['context-transfer']);
  });

  const known = (prefill: Partial<NodeExtra>, decode: Partial<NodeExtra> = {}) => checkPair({ ...request({}, {}), extra: { prefill, decode } });

  it.each([
    [
      'staging-model',
      { stagingBuffer: true },
      'SGLANG_DISAGG_STAGING_BUFFER is designed for non-MLA models (e.g. GQA, MHA). MLA models should not set this flag.',
    ],
    ['thread-pool', { threadPoolSize: 2 }, 'SGLANG_DISAGGREGATION_THREAD_POOL_SIZE=2 must be greater than or equal to SGLANG_DISAGGREGATION_QUEUE_SIZE=4.'],
    ['fake-on-prefill', { transferBackend: 'fake' }, "Prefill server does not support 'fake' as the transfer backend"],
    ['backend-unsupported', { transferBackend: 'nccl' }, 'Unsupported transfer backend: nccl'],
    ['mode-unsupported', { disaggregationMode: 'null' }, 'Unsupported DisaggregationMode: null'],
  ])('%s', (id, extra, words) => {
    const report = known(extra);
    expect(report.verdict).toBe('refused');
    expect(finding(report, id).message).toContain(words);
  });

  it('is silent about what is not known', () => {
    expect(known({}).findings).toEqual([]);
    expect(known({ threadPoolSize: 4 }).findings).toEqual([]);
  });
});

describe('pipeline stages', () => {
  it('without a C128 layer on the last one, the draft stands where decode has C128 state', () => {
    const model = { ...MODEL_PRESETS['dsv4-mini'], compressRatios: [0, 128, 4, 128, 4, 4] };
    const report = check({ grid: { tp: 1, pp: 3, cp: 1 }, speculation: SPECULATION }, { speculation: SPECULATION }, model);
    expect(finding(report, 'component-list').message).toBe('component 1 is swa on prefill and c128_state on decode');
    expect(report.verdict).not.toBe('fits');
    expect(report.hashes.prefill.hash).not.toBe(report.hashes.decode.hash);
  });

  it("take decode's KV list of unified fp4 pools for a state list", () => {
    const both = { mode: 'unified', revision: '2026-09', c4StateIndex: 'slot', fp4Indexer: true } as const;
    const report = check({ ...both, grid: { tp: 1, pp: 4, cp: 1 } }, both);
    expect(finding(report, 'entry-content').engine).toBe('silent');
  });
});

describe('verdict', () => {
  it('ignores what is waived, and lists it', () => {
    const pair = request({}, { kvDtype: 'bfloat16', mode: 'unified' });
    const mixed = { ...request({ mode: 'unified' }, {}), decode: pair.decode };
    expect(checkPair(mixed).verdict).toBe('refused');
    const waived = checkPair({ ...mixed, waive: ['kv-dtype-mismatch'] });
    expect(waived.findings).toEqual([]);
    expect(waived.waived.map(({ id }) => id)).toEqual(['kv-dtype-mismatch']);
    expect(waived.verdict).toBe('fits');
  });

  it('two causes of which one hides the other: both are named where both show, and mended', () => {
    // Mode alone, mended, would bring the lists of a draft to light that the other node has not.
    const report = check({}, { mode: 'unified', speculation: SPECULATION });
    expect(idsOf(report)).toEqual(expect.arrayContaining(['mode-mismatch', 'speculation-one-side']));
    const changes = report.findings.flatMap((found) => found.changes);
    expect(new Set(changes.map(({ setting }) => setting)).size).toBe(changes.length);
    expect(checkPair(mendPair(request({}, { mode: 'unified', speculation: SPECULATION }), changes)).findings).toEqual([]);
  });

  it('two causes at once: each is named, and both mends together make the pair fit', () => {
    const pair = request({ fp4Indexer: true }, { stateDtype: 'bfloat16', speculation: SPECULATION });
    const report = checkPair(pair);
    expect(idsOf(report)).toEqual(expect.arrayContaining(['fp4-indexer-mismatch', 'speculation-one-side', 'state-dtype-mismatch']));
    const mended = mendPair(
      pair,
      report.findings.flatMap(({ changes }) => changes),
    );
    expect(checkPair(mended).findings).toEqual([]);
  });
});

describe('mends agree', () => {
  it.each([
    [1, 32],
    [32, 1],
    [64, 64],
  ])('paged pages of %i and %i: 256 on both, whatever is found', (prefill, decode) => {
    const report = check({ pageSizeTokens: prefill }, { pageSizeTokens: decode });
    const mends = report.findings.filter(({ changes }) => changes.length > 0);
    expect(mends.length).toBeGreaterThan(1);
    for (const { mend } of mends) expect(mend).toMatch(/^On prefill: use --page-size 256\. On decode: use --page-size 256\. /);
  });

  it('one page of the two that the server takes stays', () => {
    const report = check({ pageSizeTokens: 256 }, { pageSizeTokens: 32 });
    for (const { mend, changes } of report.findings) if (changes.length > 0) expect(mend).toMatch(/^On decode: use --page-size 256\. /);
  });

  it('the fp8 form of unified mode: the variable goes, the mode stays', () => {
    const fp8 = { mode: 'unified', unifiedFp8: true, revision: '2026-09' } as const;
    const report = check(fp8, fp8);
    expect(report.verdict).toBe('refused');
    for (const { id, changes } of report.findings) {
      expect([id, changes.map(({ setting, value }) => [setting, value])]).toEqual([
        'unified-fp8',
        [
          ['unifiedFp8', false],
          ['unifiedFp8', false],
        ],
      ]);
    }
    expect(check({ ...fp8, unifiedFp8: false }, { ...fp8, unifiedFp8: false }).findings).toEqual([]);
  });
});
