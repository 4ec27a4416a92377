/** Sizes as the server derives them, checked against the published models and the vectors' README. */
import { describe, expect, it } from 'vitest';
import { completeEngineConfig, type EngineSettings } from '../../src/model/engineDefaults.ts';
import { MODEL_PRESETS } from '../../src/model/presets.ts';
import { dsv4PoolInputs, pipelineStage } from '../../src/pools/serverSizing.ts';

const FLASH = MODEL_PRESETS['dsv4-flash'];
const SPECULATION = { algorithm: 'EAGLE', draftTokens: 4, draftLayers: 1 } as const;

function inputs(settings: EngineSettings, side: 'prefill' | 'decode' = 'prefill', ppRank = 0) {
  return dsv4PoolInputs(FLASH, completeEngineConfig(side, FLASH, settings), side, ppRank);
}

describe('pipelineStage', () => {
  it('splits evenly and gives the remainder to the last stages', () => {
    expect([0, 1, 2, 3].map((rank) => pipelineStage(43, rank, 4))).toEqual([
      { start: 0, end: 10 },
      { start: 10, end: 21 },
      { start: 21, end: 32 },
      { start: 32, end: 43 },
    ]);
    expect([0, 1, 2].map((rank) => pipelineStage(2, rank, 3))).toEqual([
      { start: 0, end: 0 },
      { start: 0, end: 1 },
      { start: 1, end: 2 },
    ]);
    expect(pipelineStage(43, 0, 1)).toEqual({ start: 0, end: 43 });
  });
});

describe('dsv4PoolInputs', () => {
  it('derives the target from pool tokens, ratio and window', () => {
    const { args, env } = inputs({ poolTokens: 65536, maxRequests: 8, speculation: SPECULATION }).target;
    // A tenth of 65,536 tokens floored to a page; rings of 16 for each window of 128 tokens in them.
    expect(args).toMatchObject({ swaSize: 6400, c4Size: 16384, c128Size: 512, c4StatePoolSize: 800, c128StatePoolSize: 0, numReqSlots: 9 });
    expect(args).toMatchObject({ startLayer: 0, endLayer: 43, layerNum: 43, slidingWindow: 128, pageSize: 256 });
    expect(env).toMatchObject({ mode: 'paged', speculative: true, numDraftTokens: 4 });
  });

  it('gives decode its preallocated slots', () => {
    expect(inputs({ maxRequests: 8, preallocSlots: 16 }, 'decode').target.args.numReqSlots).toBe(25);
    expect(inputs({ maxRequests: 8, preallocSlots: 16 }, 'prefill').target.args.numReqSlots).toBe(9);
  });

  it('builds a draft on the last stage only, window only, with the pages and slots of the target', () => {
    const grid = { tp: 1, pp: 4, cp: 1 };
    expect(inputs({ speculation: SPECULATION, grid }, 'prefill', 2).draft).toBeNull();
    const draft = inputs({ poolTokens: 65536, maxRequests: 8, speculation: SPECULATION, grid }, 'prefill', 3).draft;
    expect(draft?.args).toMatchObject({ compressionRatios: [0], startLayer: 0, endLayer: 1, c4Size: 0, c128Size: 0, swaSize: 6400, numReqSlots: 9 });
    expect(inputs({ speculation: { ...SPECULATION, draftLayers: 0 } }).draft).toBeNull();
    expect(inputs({}).draft).toBeNull();
  });

  it("applies a pool's overrides to that pool alone", () => {
    const { target, draft } = inputs({ speculation: SPECULATION, draft: { pageSizeTokens: 512, mode: 'unified', compressRatios: [0, 4], reqSlots: 3 } });
    expect(target.args).toMatchObject({ pageSize: 256, numReqSlots: 257 });
    expect(target.env.mode).toBe('paged');
    expect(draft?.args).toMatchObject({ pageSize: 512, compressionRatios: [0, 4], endLayer: 2, numReqSlots: 3 });
    expect(draft?.env.mode).toBe('unified');
    const overridden = inputs({ target: { swaTokens: 512, c4StateRows: 32, c128StateRows: 7, windowTokens: 64, kvDtype: 'bfloat16', swaPageSizeTokens: 128 } });
    expect(overridden.target.args).toMatchObject({
      swaSize: 512,
      c4StatePoolSize: 32,
      c128StatePoolSize: 7,
      slidingWindow: 64,
      kvDtype: 'bfloat16',
      swaPageSize: 128,
    });
  });

  it('counts MTP banks only where online C128 with MTP is in effect', () => {
    const online = { speculation: SPECULATION, onlineCompress: true, onlineC128Mtp: true };
    expect(inputs(online).target.args.onlineMtpMaxDraftTokens).toBe(4);
    expect(inputs({ ...online, mode: 'unified' }).target.args.onlineMtpMaxDraftTokens).toBe(0);
    expect(inputs({ ...online, onlineC128Mtp: false }).target.args.onlineMtpMaxDraftTokens).toBe(0);
  });
});
