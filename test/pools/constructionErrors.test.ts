/** Construction errors in the order in which the engine makes its checks: of several faults at once, the first one speaks. */
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../src/core/errors.ts';
import type { Dsv4PoolArgs, Dsv4PoolEnv } from '../../src/pools/dsv4Args.ts';
import { constructDsv4Pool } from '../../src/pools/dsv4Pool.ts';

const ARGS: Dsv4PoolArgs = {
  maxNumReqs: 4,
  swaSize: 1024,
  c4Size: 1024,
  c128Size: 32,
  c4StatePoolSize: 64,
  c128StatePoolSize: 0,
  pageSize: 256,
  swaPageSize: 256,
  kvDtype: 'fp8_e4m3',
  c4StateDtype: 'float32',
  c128StateDtype: 'float32',
  qkNopeHeadDim: 448,
  qkRopeHeadDim: 64,
  indexerHeadDim: 128,
  compressionRatios: [0, 4, 128],
  layerNum: 3,
  slidingWindow: 128,
  startLayer: null,
  endLayer: null,
  enableHisparse: false,
  onlineMtpMaxDraftTokens: 0,
  numReqSlots: null,
};
const ENV: Dsv4PoolEnv = {
  revision: '2026-08',
  mode: 'paged',
  onlineCompress: false,
  onlineC128Mtp: false,
  speculative: false,
  numDraftTokens: null,
  fp4Indexer: false,
  dsv4AttnBackend: 'flashmla',
  unifiedFp8: false,
};

function errorOf(args: Partial<Dsv4PoolArgs>, env: Partial<Dsv4PoolEnv> = {}): string {
  try {
    constructDsv4Pool('target', { ...ARGS, ...args }, { ...ENV, ...env });
  } catch (error) {
    if (error instanceof EngineError) return `${error.pythonType}: ${error.message}`;
    throw error;
  }
  return 'none';
}

const DIMS = 'AssertionError: DSV4 KV layout: qk_nope_head_dim FP8 (448) + qk_rope_head_dim BF16 (64*2) + nope FP8 scales + scale_pad = 584 bytes/token';
const ZERO = 'ZeroDivisionError: integer division or modulo by zero';
const SEPTEMBER = { revision: '2026-09', dsv4AttnBackend: 'trtllm' } as const;
const MTP = { onlineCompress: true, speculative: true } as const;

describe('construction errors, in order', () => {
  it.each([
    ['online C128 with speculation, before page sizes', { swaPageSize: 100 }, MTP, 'AssertionError: online c128 does not support MTP'],
    ['not in unified mode', {}, { ...MTP, mode: 'unified', numDraftTokens: 4 }, 'none'],
    ['not when opted in', {}, { ...MTP, onlineC128Mtp: true }, 'none'],
    ['page sizes, before the draft-token count', { swaPageSize: 96 }, { mode: 'unified', speculative: true }, 'AssertionError: '],
    ['an SWA page larger than the page', { swaPageSize: 512 }, {}, 'AssertionError: '],
    [
      'the draft-token count, before ratios',
      { compressionRatios: [8] },
      { mode: 'unified', speculative: true },
      "TypeError: unsupported operand type(s) for -: 'NoneType' and 'int'",
    ],
    ['ratios, unified', { compressionRatios: [0, -4, 8] }, { mode: 'unified' }, 'KeyError: -4'],
    ['small pages, unified, with a C128 layer', { pageSize: 64, swaPageSize: 64 }, { mode: 'unified' }, 'none'],
    [
      'trtllm dtype from 2026-09, before dims',
      { kvDtype: 'bfloat16', qkNopeHeadDim: 128 },
      SEPTEMBER,
      'AssertionError: --dsv4-attn-backend trtllm requires kv_cache_dtype=fp8_e4m3, got torch.bfloat16',
    ],
    ['trtllm is unknown in 2026-08', { kvDtype: 'bfloat16' }, { dsv4AttnBackend: 'trtllm' }, 'AssertionError: '],
    ['dims, before dtype', { qkNopeHeadDim: 384, kvDtype: 'bfloat16' }, {}, DIMS],
    ['dtype, before pages without tokens', { kvDtype: 'bfloat16', pageSize: 64, swaPageSize: 64 }, {}, 'AssertionError: '],
    ['dims and dtype do not matter in unified mode', { qkNopeHeadDim: 384, kvDtype: 'bfloat16' }, { mode: 'unified' }, 'none'],
    ['nor in a stage without layers', { qkNopeHeadDim: 384, startLayer: 1, endLayer: 1 }, {}, 'none'],
    ['pages without tokens, before ratios', { pageSize: 64, swaPageSize: 64, compressionRatios: [128, 2] }, {}, ZERO],
    ['pages of 2 tokens with a C4 layer', { pageSize: 2, swaPageSize: 2, compressionRatios: [4] }, {}, ZERO],
    ['pages of 64 tokens without a C128 layer', { pageSize: 64, swaPageSize: 64, compressionRatios: [0, 4] }, {}, 'none'],
    ['ratios, paged', { compressionRatios: [0, 2, 8] }, {}, 'ValueError: Unsupported compression ratio: 2'],
    ['ratios outside the stage', { compressionRatios: [0, 8], startLayer: 0, endLayer: 1 }, {}, 'none'],
  ] as const)('%s', (_name, args, env, message) => {
    expect(errorOf(args, env)).toBe(message);
  });
});

describe('rules that no open vector shows', () => {
  it('fp4 indexer: fused in August and in paged mode, two tensors a layer in unified mode from September', () => {
    const indexers = (env: Partial<Dsv4PoolEnv>) =>
      constructDsv4Pool('target', { ...ARGS, compressionRatios: [4, 4] }, { ...ENV, fp4Indexer: true, ...env })
        .list('contiguous')
        .filter(({ tensor }) => tensor.role.startsWith('indexer'))
        .map(({ tensor, itemBytes }) => `${tensor.name} ${itemBytes}`);
    const fused = ['target/indexer/0 4352', 'target/indexer/1 4352'];
    expect(indexers({})).toEqual(fused);
    expect(indexers({ mode: 'unified' })).toEqual(fused);
    expect(indexers({ revision: '2026-09' })).toEqual(fused);
    expect(indexers({ revision: '2026-09', mode: 'unified' })).toEqual([
      'target/indexer_payload/0 4096',
      'target/indexer_payload/1 4096',
      'target/indexer_scale/0 256',
      'target/indexer_scale/1 256',
    ]);
  });

  it('online C128 keeps a bank of rows for each MTP draft token', () => {
    const args = { ...ARGS, compressionRatios: [128], onlineMtpMaxDraftTokens: 3 };
    const pool = constructDsv4Pool('target', args, { ...ENV, ...MTP, onlineC128Mtp: true, numDraftTokens: 3 });
    expect(pool.tensors.find(({ role }) => role === 'attn_state')?.shape).toEqual([(5 + 1 + 1) * 4, 1536]);
  });
});
