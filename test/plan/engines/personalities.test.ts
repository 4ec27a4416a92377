/** The same lists and the same faults under every personality: each has its documented outcome. */
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../src/core/errors.ts';
import { TRANSFER_BACKENDS, type TransferBackend } from '../../../src/model/engineConfig.ts';
import type { Arrivals } from '../../../src/plan/engines/personality.ts';
import { PERSONALITIES } from '../../../src/plan/engines/registry.ts';
import type { ReceivedList, SentList } from '../../../src/plan/engines/sending.ts';
import { DEFAULT_DEPLOYMENT } from '../../../src/plan/kvPoll.ts';

const WHOLE = { startLayer: 0, endLayer: null, ratios: null };
const SENDING = ['mooncake', 'mooncake-old', 'nixl', 'mori'] as const satisfies readonly TransferBackend[];

type Indices = readonly number[] | null;

function sendOne(backend: TransferBackend, type: string, prefill: Indices, decode: readonly number[] | 'no component'): string {
  const sent: SentList = { type, itemBytes: [8], indices: prefill === null ? null : Int32Array.from(prefill) };
  const received: ReceivedList[] = decode === 'no component' ? [] : [{ entryCount: 1, indices: Int32Array.from(decode) }];
  const { batches, warnings, error } = PERSONALITIES[backend].sendState([sent], received, WHOLE);
  const pairs = batches.map(({ src, dst }) => `${src}>${dst}`);
  if (error !== null) return [...warnings.map((warning) => `warns: ${warning}`), `${error.pythonType}: ${error.message}`].join('; ');
  return [...warnings.map((warning) => `warns: ${warning}`), pairs.length === 0 ? 'skips' : `sends ${pairs}`].join('; ');
}

describe('a bad list of state', () => {
  const cut = 'warns: len(prefill_state_indices) = 2, len(dst_state_indices) = 1; sends 4>9';
  const refusal = (type: string) => `RuntimeError: ${type} state index length mismatch: prefill=2, dst=1`;
  const nixl = (prefill: number, decode: number) => `RuntimeError: State index length mismatch at component 0: prefill=${prefill}, dst=${decode}`;
  const mori = (type: string) => `RuntimeError: ${type} state index length mismatch: src=2, dst=1`;
  const noOverlap = (type: string) => `RuntimeError: No overlapping state indices for state_type=${type}`;
  const lacking = 'RuntimeError: PD state transfer failed: state component count mismatch (local=1, remote=0)';

  const cases: readonly (readonly [
    name: string,
    type: string,
    prefill: Indices,
    decode: readonly number[] | 'no component',
    outcomes: { readonly mooncake: string; readonly nixl: string; readonly mori: string },
  ])[] = [
    [
      'longer on prefill',
      'swa',
      [4, 5],
      [9],
      { mooncake: cut, nixl: nixl(2, 1), mori: 'warns: State index length mismatch for swa: src=2 dst=1; truncating to common prefix=1; sends 4>9' },
    ],
    ['longer on prefill', 'swa_ring', [4, 5], [9], { mooncake: refusal('SWA_RING'), nixl: nixl(2, 1), mori: mori('SWA_RING') }],
    ['longer on prefill', 'c128_state', [4, 5], [9], { mooncake: refusal('C128_STATE'), nixl: nixl(2, 1), mori: mori('C128_STATE') }],
    [
      'empty on decode',
      'swa',
      [4],
      [],
      { mooncake: 'warns: len(prefill_state_indices) = 1, len(dst_state_indices) = 0; sends >', nixl: nixl(1, 0), mori: noOverlap('swa') },
    ],
    [
      'empty on decode',
      'c128_state',
      [4],
      [],
      { mooncake: 'RuntimeError: C128_STATE state index length mismatch: prefill=1, dst=0', nixl: nixl(1, 0), mori: noOverlap('c128_state') },
    ],
    [
      'empty on prefill',
      'swa',
      [],
      [9],
      { mooncake: 'warns: len(prefill_state_indices) = 0, len(dst_state_indices) = 1; sends >', nixl: 'skips', mori: noOverlap('swa') },
    ],
    [
      'empty on prefill',
      'swa_ring',
      [],
      [9],
      { mooncake: 'RuntimeError: SWA_RING state index length mismatch: prefill=0, dst=1', nixl: 'skips', mori: noOverlap('swa_ring') },
    ],
    ['empty on both', 'c128_state', [], [], { mooncake: 'skips', nixl: 'skips', mori: 'skips' }],
    ['None on prefill', 'swa', null, [9], { mooncake: 'skips', nixl: 'skips', mori: 'skips' }],
    [
      'absent from decode',
      'swa_ring',
      [4],
      'no component',
      { mooncake: 'RuntimeError: SWA_RING state index length mismatch: prefill=1, dst=0', nixl: nixl(1, 0), mori: lacking },
    ],
    [
      'absent from decode',
      'swa',
      [4],
      'no component',
      { mooncake: 'warns: len(prefill_state_indices) = 1, len(dst_state_indices) = 0; IndexError: list index out of range', nixl: nixl(1, 0), mori: lacking },
    ],
    [
      'of another kind',
      'mamba',
      [4],
      [9],
      {
        mooncake: 'skips',
        nixl: 'RuntimeError: PD Disaggregation via NIXL does NOT support mamba hybrid models yet.',
        mori: 'RuntimeError: PD state transfer failed: unknown state_type=mamba',
      },
    ],
  ];

  it.each(cases)('%s, %s', (_name, type, prefill, decode, outcomes) => {
    const found = Object.fromEntries(TRANSFER_BACKENDS.map((backend) => [backend, sendOne(backend, type, prefill, decode)]));
    expect(found).toEqual({ ...outcomes, 'mooncake-old': outcomes.mooncake, fake: 'skips' });
  });

  it('a component that only decode has is left alone by all but Mori, which counts them', () => {
    const received = [
      { entryCount: 1, indices: Int32Array.of(9) },
      { entryCount: 1, indices: Int32Array.of(9) },
    ];
    const sent = [{ type: 'swa', itemBytes: [8], indices: Int32Array.of(4) }];
    const errors = SENDING.map((backend) => PERSONALITIES[backend].sendState(sent, received, WHOLE).error?.message ?? null);
    expect(errors).toEqual([null, null, null, 'PD state transfer failed: state component count mismatch (local=1, remote=2)']);
  });
});

describe('a chunk of KV pages', () => {
  const chunk = (prefill: number[], decode: number[], entryCount: number) => ({
    itemBytes: [8, 8],
    entryCount,
    prefillPages: Int32Array.from(prefill),
    decodePages: Int32Array.from(decode),
    stage: WHOLE,
  });
  const errorsOf = (...args: Parameters<typeof chunk>) =>
    Object.fromEntries(SENDING.map((backend) => [backend, PERSONALITIES[backend].sendKv(chunk(...args)).error?.message ?? null]));

  it('longer than what decode has of it is cut, asserted or refused', () => {
    const grouping = 'group_concurrent_contiguous requires equal-length src/dst index arrays, got 2 and 1';
    expect(errorsOf([1, 2], [3], 2)).toEqual({ mooncake: null, 'mooncake-old': null, nixl: '', mori: grouping });
    expect(PERSONALITIES.mooncake.sendKv(chunk([1, 2], [3], 2)).warnings).toEqual(['len(chunked_dst_kv_indice) = 1, len(kv_chunk.prefill_kv_indices) = 2']);
  });

  it('with fewer entries on decode fails, in NIXL with words of its own', () => {
    const lacking = 'list index out of range';
    const regions = 'NIXL PD transfer: decode registered fewer KV regions (1) than prefill (2); unexpected geometry';
    expect(errorsOf([1], [3], 1)).toEqual({ mooncake: lacking, 'mooncake-old': lacking, nixl: regions, mori: lacking });
  });

  it('is one descriptor a run and entry, but one a page and entry in NIXL', () => {
    const batch = { component: 'kv', type: 'kv', pairs: [0, 1].map((at) => ({ srcPosition: at, dstPosition: at, itemBytes: 8 })) } as const;
    const lists = { src: Int32Array.of(3, 4, 5, 1), dst: Int32Array.of(7, 8, 9, 2) };
    const postings = TRANSFER_BACKENDS.map((backend) => PERSONALITIES[backend].posting({ ...batch, ...lists }));
    expect(postings.map(({ submissions, descriptors }) => [submissions, descriptors])).toEqual([
      [1, 4],
      [1, 4],
      [1, 8],
      [2, 4],
      [0, 0],
    ]);
    expect(PERSONALITIES.nixl.posting({ ...batch, component: 0, ...lists }).descriptors).toBe(4);
  });
});

describe('what goes wrong on the way', () => {
  const error = new EngineError('RuntimeError', 'boom');
  const context = { room: 7n, deployment: DEFAULT_DEPLOYMENT };
  const state = { ...context, component: 1, decodeRank: 2 } as const;

  it.each([
    ['mooncake', 'WaitingForInput', 'Transfer thread failed because of boom. Prefill instance with bootstrap_port=8998 is dead.', null, 'queue'],
    ['nixl', 'Failed', 'boom', null, null],
    ['mori', 'Failed', 'Transfer submission failed: boom', 'Transfer submission failed: boom', null],
  ] as const)('%s: an exception in the worker', (backend, status, message, told, scope) => {
    const end = PERSONALITIES[backend].onException(error, context);
    expect([end.status, end.message, end.tellsDecode?.message ?? null, end.laterRooms?.scope ?? null]).toEqual([status, message, told, scope]);
  });

  it.each([
    ['mooncake', 'Failed to send state components of 7 to 127.0.0.1:40002', 'Failed to get kvcache from prefill instance, it might be dead', 'session'],
    ['nixl', 'NIXL transfer encountered ERR room=7', null, null],
    ['mori', 'KV transfer failed due to unknown reason', 'KV transfer failed due to unknown reason', null],
  ] as const)('%s: a refused copy of state', (backend, message, told, scope) => {
    const end = PERSONALITIES[backend].onRefusedCopy(state);
    expect([end?.status, end?.message, end?.tellsDecode?.message ?? null, end?.laterRooms?.scope ?? null]).toEqual(['Failed', message, told, scope]);
  });

  it('the older Mooncake takes no notice of state, and of KV as the newer does', () => {
    expect(PERSONALITIES['mooncake-old'].onRefusedCopy(state)).toBeNull();
    const kv = PERSONALITIES['mooncake-old'].onRefusedCopy({ ...state, component: 'kv' });
    expect(kv?.message).toBe('Failed to send kv chunk of 7 to 127.0.0.1:40002');
    expect(kv?.laterRooms?.end.message).toBe('Decode instance could be dead, remote mooncake session 127.0.0.1:50002 is not alive');
  });
});

describe('completion', () => {
  const none: Arrivals = { requiredRanks: 2, succeeded: new Set(), aux: false, expectsState: true, stateFrom: new Set(), kvFrom: new Set() };
  const both = new Set([0, 1]);

  it('Mooncake and Mori count the distinct ranks that say Success', () => {
    for (const backend of ['mooncake', 'mooncake-old', 'mori'] as const) {
      expect(PERSONALITIES[backend].isComplete({ ...none, succeeded: new Set([1]) })).toBe(false);
      expect(PERSONALITIES[backend].isComplete({ ...none, succeeded: both })).toBe(true);
    }
  });

  it('NIXL wants the metadata row, every chunk, and of state one component a rank', () => {
    const all = { ...none, aux: true, stateFrom: both, kvFrom: both };
    expect(PERSONALITIES.nixl.isComplete(all)).toBe(true);
    for (const lacking of [{ aux: false }, { stateFrom: new Set([0]) }, { kvFrom: new Set([1]) }]) {
      expect(PERSONALITIES.nixl.isComplete({ ...all, ...lacking })).toBe(false);
    }
    expect(PERSONALITIES.nixl.isComplete({ ...all, expectsState: false, stateFrom: new Set() })).toBe(true);
  });

  it('fake is complete at once', () => {
    expect(PERSONALITIES.fake.isComplete(none)).toBe(true);
  });

  it('NIXL tags what it sends', () => {
    const tag = (component: 'kv' | 'aux' | number, withoutKv = false) =>
      PERSONALITIES.nixl.notification({ room: 5n, component, engineRank: 3, chunk: 2, last: true, withoutKv });
    expect([tag('kv'), tag(1), tag('aux'), tag('aux', true)]).toEqual(['5_kv_2_1_3', '5_state_3_1', '5_aux', '5_aux_nokv_3']);
    expect(PERSONALITIES.mooncake.notification({ room: 5n, component: 'kv', engineRank: 3, chunk: 2, last: true, withoutKv: false })).toBeNull();
  });
});
