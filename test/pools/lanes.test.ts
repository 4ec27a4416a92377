/** Lanes and resets against values computed by hand from how the kernels address memory. */
import { describe, expect, it } from 'vitest';
import { completeEngineConfig, type EngineSettings } from '../../src/model/engineDefaults.ts';
import { MODEL_PRESETS } from '../../src/model/presets.ts';
import { constructDsv4Pool, type Dsv4Pool } from '../../src/pools/dsv4Pool.ts';
import { constructMetadataPool } from '../../src/pools/metadataPool.ts';
import { constructPlainPool } from '../../src/pools/plainPool.ts';
import type { Lane, LaneFamily, Placement, Pool } from '../../src/pools/pool.ts';
import { dsv4PoolInputs } from '../../src/pools/serverSizing.ts';

/** A request of 300 tokens: slot 2, full pages 3 and 1, SWA pages 2 and 1. */
const PLACEMENT: Placement = { slot: 2, pageTokens: 256, fullPages: [3, 1], swaPages: [2, 1], metadataRow: 5 };

function target(settings: EngineSettings): Dsv4Pool {
  const model = MODEL_PRESETS['dsv4-mini'];
  const engine = completeEngineConfig('prefill', model, { maxRequests: 4, poolTokens: 8192, ...settings });
  const { args, env } = dsv4PoolInputs(model, engine, 'prefill', 0).target;
  return constructDsv4Pool('target', args, env);
}

function lane(pool: Pool, family: LaneFamily, layer: number, part = ''): Lane {
  const found = pool.lanes().find((candidate) => candidate.family === family && candidate.layer === layer && candidate.part === part);
  if (found === undefined) throw new Error(`no lane ${family} at layer ${layer}`);
  return found;
}

/** Tensor, first byte, bytes, and for units the positions. */
function place(lane: Lane, placement: Placement, position: number) {
  const unit = lane.unitAt(placement, position);
  const row = lane.rowAt(placement, position);
  return {
    unit: unit === null ? null : [unit.tensor.name, unit.byteOffset, unit.bytes, unit.fromPosition, unit.toPosition],
    row: row === null ? null : [row.byteOffset, row.bytes],
  };
}

describe('paged lanes', () => {
  const pool = target({});
  it.each([
    { family: 'swa', layer: 0, position: 130, unit: ['target/swa/0', 2 * 149760, 149760, 0, 256], row: [2 * 149760 + 130 * 584, 584] },
    { family: 'swa', layer: 5, position: 299, unit: ['target/swa/5', 149760, 149760, 256, 512], row: [149760 + 43 * 584, 584] },
    { family: 'c4_kv', layer: 2, position: 130, unit: ['target/c4/0', 3 * 37440, 37440, 0, 256], row: [3 * 37440 + 32 * 584, 584] },
    { family: 'c4_kv', layer: 4, position: 299, unit: ['target/c4/1', 37440, 37440, 256, 512], row: [37440 + 10 * 584, 584] },
    { family: 'c128_kv', layer: 3, position: 130, unit: ['target/c128/0', 3 * 1728, 1728, 0, 256], row: [3 * 1728 + 584, 584] },
    { family: 'c4_indexer', layer: 2, position: 299, unit: ['target/indexer/0', 8448, 8448, 256, 512], row: [8448 + 10 * 132, 132] },
    // Ring of 8 rows: position 299 is location 1*256+43, row 8*1 + 3.
    { family: 'c4_state', layer: 2, position: 299, unit: ['target/attn_state/2', 65536, 65536, 256, 512], row: [11 * 8192, 8192] },
    { family: 'c4_indexer_state', layer: 4, position: 255, unit: ['target/indexer_state/4', 2 * 16384, 16384, 0, 256], row: [23 * 2048, 2048] },
    // Ring of 128 rows at slot 2: block 2; position 299 is row 2*128 + 299 mod 128.
    { family: 'c128_state', layer: 3, position: 299, unit: ['target/attn_state/3', 2 * 524288, 524288, 256, 384], row: [299 * 4096, 4096] },
  ] as const)('$family at layer $layer, position $position', ({ family, layer, position, unit, row }) => {
    expect(place(lane(pool, family, layer), PLACEMENT, position)).toEqual({ unit, row });
  });

  it('needs the window past the prefix, whole suffixes of KV, and the incomplete C128 group', () => {
    expect(lane(pool, 'swa', 0).needed(300, 0)).toEqual([172, 300]);
    expect(lane(pool, 'swa', 0).needed(300, 256)).toEqual([256, 300]);
    expect(lane(pool, 'swa', 0).needed(5, 0)).toEqual([0, 5]);
    expect(lane(pool, 'c4_kv', 2).needed(300, 256)).toEqual([256, 300]);
    expect(lane(pool, 'c4_state', 2).needed(300, 0)).toEqual([172, 300]);
    expect(lane(pool, 'c128_state', 3).needed(300, 256)).toEqual([256, 300]);
    expect(lane(pool, 'c128_state', 3).needed(256, 0)).toEqual([256, 256]);
  });

  it('has no bytes for null pages, unmapped pages, and pages or slots that the pool does not have', () => {
    const nowhere: Placement = { slot: 5, pageTokens: 256, fullPages: [0, 33], swaPages: [0, 40], metadataRow: 0 };
    for (const candidate of pool.lanes()) {
      for (const position of [130, 299, 600]) expect(place(candidate, nowhere, position)).toEqual({ unit: null, row: null });
    }
  });

  it('keeps two C128 blocks a slot with speculation, and picks the one of the incomplete group', () => {
    const wide = target({ speculation: { algorithm: 'EAGLE', draftTokens: 4, draftLayers: 1 } });
    expect(place(lane(wide, 'c128_state', 3), PLACEMENT, 299).unit).toEqual(['target/attn_state/3', 4 * 524288, 524288, 256, 384]);
    expect(place(lane(wide, 'c128_state', 3), PLACEMENT, 399).unit).toEqual(['target/attn_state/3', 5 * 524288, 524288, 384, 512]);
    expect(place(lane(wide, 'c4_state', 2), PLACEMENT, 299).unit).toEqual(['target/attn_state/2', 131072, 131072, 256, 512]);
  });

  it('keeps one C128 row a slot online', () => {
    const online = target({ onlineCompress: true });
    expect(place(lane(online, 'c128_state', 3), PLACEMENT, 299)).toEqual({
      unit: ['target/attn_state/3', 2 * 6144, 6144, 256, 384],
      row: [2 * 6144, 6144],
    });
  });
});

describe('unified lanes', () => {
  const speculation = { algorithm: 'EAGLE', draftTokens: 4, draftLayers: 1 } as const;
  const pool = target({ mode: 'unified', revision: '2026-09', speculation });

  it('puts window rows in the ring of the slot and compressed rows after all rings', () => {
    // Ring 131, five slots: 655 ring rows of 1,024 bytes. Position 299 is row 2*131 + 37.
    expect(place(lane(pool, 'swa_ring', 0), PLACEMENT, 299)).toEqual({ unit: ['target/unified/0', 299 * 1024, 1024, 299, 300], row: [299 * 1024, 1024] });
    expect(lane(pool, 'swa_ring', 0).needed(300, 256)).toEqual([172, 300]);
    const c4 = 655 * 1024;
    expect(place(lane(pool, 'c4_kv', 2), PLACEMENT, 130)).toEqual({
      unit: ['target/unified/2', c4 + 3 * 65536, 65536, 0, 256],
      row: [c4 + (3 * 64 + 32) * 1024, 1024],
    });
    expect(place(lane(pool, 'c128_kv', 3), PLACEMENT, 299).unit).toEqual(['target/unified/3', c4 + 2048, 2048, 256, 512]);
  });

  it('addresses C4 state by slot from 2026-09, by SWA page in 2026-08', () => {
    const state = lane(pool, 'c4_state', 2);
    expect(place(state, PLACEMENT, 299)).toEqual({ unit: ['target/attn_state/2', 2 * 131072, 131072, 288, 304], row: [(2 * 16 + 11) * 8192, 8192] });
    expect(state.needed(300, 256)).toEqual([284, 300]);
    const august = target({ mode: 'unified', speculation });
    expect(place(lane(august, 'c4_state', 2), PLACEMENT, 299).unit).toEqual(['target/attn_state/2', 131072, 131072, 256, 512]);
  });

  it('has two parts of everything in the fp8 form, though none can be registered', () => {
    const fp8 = target({ mode: 'unified', revision: '2026-09', unifiedFp8: true });
    expect(place(lane(fp8, 'swa_ring', 0, 'nope'), PLACEMENT, 0).unit).toEqual(['target/unified/0', 2 * 128 * 512, 512, 0, 1]);
    expect(place(lane(fp8, 'swa_ring', 0, 'rope'), PLACEMENT, 0).unit).toEqual(['target/unified_rope/0', 2 * 128 * 128, 128, 0, 1]);
    expect(() => fp8.list('contiguous')).toThrow('(the transfer assumes a single unified pool; the rope pool would be silently dropped).');
  });
});

describe('resets', () => {
  it('clears the ring of the slot: kv 0, score -inf', () => {
    const [reset, ...others] = target({}).resets(2);
    expect(others).toHaveLength(1);
    expect({ ...reset, tensor: reset?.tensor.name }).toEqual({
      tensor: 'target/attn_state/3',
      byteOffset: 2 * 524288,
      bytes: 524288,
      rowBytes: 4096,
      headBytes: 2048,
      headWord: 0,
      tailWord: 0xff800000,
    });
  });

  it('clears one row online: max -inf, the rest 0; and writes bf16 pairs where the state is bf16', () => {
    expect(target({ onlineCompress: true }).resets(1)[0]).toMatchObject({ byteOffset: 6144, bytes: 6144, headBytes: 2048, headWord: 0xff800000, tailWord: 0 });
    expect(target({ stateDtype: 'bfloat16' }).resets(1)[0]).toMatchObject({ bytes: 262144, rowBytes: 2048, headBytes: 1024, tailWord: 0xff80ff80 });
  });

  it('has nothing to clear for a slot that the pool does not have', () => {
    expect(target({}).resets(5)).toEqual([]);
  });
});

describe('other pools', () => {
  it('plain: one item a page', () => {
    const pool = constructPlainPool({ kind: 'plain', name: 'p', layers: 2, rows: 4, itemBytes: 100 }, 16);
    expect(pool.list('contiguous').map(({ tensor, lengthBytes, itemBytes }) => [tensor.name, lengthBytes, itemBytes])).toEqual([
      ['target/plain/0', 400, 100],
      ['target/plain/1', 400, 100],
    ]);
    expect(pool.list('state')).toEqual([]);
    expect(place(lane(pool, 'plain', 1), { ...PLACEMENT, pageTokens: 16 }, 20)).toEqual({ unit: ['target/plain/1', 100, 100, 16, 32], row: [100, 100] });
  });

  it('metadata: buffers in wire order, no row below 64 bytes', () => {
    const shape = { rows: 8, hiddenSize: null, samplingMaskTokens: null, dsaTopkDim: 0 };
    const items = (pool: Pool) => pool.list('contiguous').map(({ tensor, itemBytes }) => [tensor.name.replace('metadata/', ''), itemBytes]);
    expect(items(constructMetadataPool(shape))).toEqual([
      ['output_ids', 64],
      ['cached_tokens', 64],
      ['output_token_logprobs_val', 64],
      ['output_token_logprobs_idx', 64],
      ['output_top_logprobs_val', 512],
      ['output_top_logprobs_idx', 512],
      ['output_topk_p', 64],
      ['output_topk_index', 128],
      ['output_hidden_states', 64],
      ['bootstrap_room', 64],
    ]);
    const full = constructMetadataPool({ ...shape, hiddenSize: 4096, samplingMaskTokens: 1000, dsaTopkDim: 3 });
    expect(items(full).slice(6)).toEqual([
      ['output_sampling_mask_len', 64],
      ['output_sampling_mask_idx', 4000],
      ['output_sampling_logprobs', 64],
      ['output_topk_p', 64],
      ['output_topk_index', 128],
      ['output_hidden_states', 8192],
      ['output_dsa_topk_indices', 64],
      ['bootstrap_room', 64],
    ]);
    const room = lane(full, 'metadata', -1, 'bootstrap_room');
    expect(place(room, PLACEMENT, 0)).toEqual({ unit: ['metadata/bootstrap_room', 320, 64, 0, 1], row: [320, 64] });
    expect(place(room, { ...PLACEMENT, metadataRow: 8 }, 0)).toEqual({ unit: null, row: null });
    expect(room.needed(300, 256)).toEqual([0, 1]);
  });
});
