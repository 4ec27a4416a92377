/** Ranks built from node settings: what they register, how they fail, and laws that every rank obeys. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPlace, offsetOfPlace, placeOf } from '../../src/kvargs/byteMap.ts';
import { dumpKvArgs, parseKvArgs } from '../../src/kvargs/dump.ts';
import { buildRank, type Rank, type RankOutcome } from '../../src/kvargs/rank.ts';
import { completeEngineConfig, type EngineSettings } from '../../src/model/engineDefaults.ts';
import type { ModelSpec } from '../../src/model/modelSpec.ts';
import { MODEL_PRESETS } from '../../src/model/presets.ts';

const MINI = MODEL_PRESETS['dsv4-mini'];
const SPECULATION = { algorithm: 'EAGLE', draftTokens: 4, draftLayers: 1 } as const;
const SMALL: EngineSettings = { maxRequests: 4, poolTokens: 8192, speculation: SPECULATION };

function outcome(
  settings: EngineSettings,
  more: { side?: 'prefill' | 'decode'; ppRank?: number; model?: ModelSpec; ignoreRefusals?: boolean } = {},
): RankOutcome {
  const { side = 'prefill', ppRank = 0, model = MINI, ignoreRefusals = false } = more;
  const engine = completeEngineConfig(side, model, settings);
  return buildRank({ side, rankIndex: 0, tpRank: 0, ppRank, model, engine, addressBase: 0x7f0000000000n, ignoreRefusals });
}

function rankOf(...args: Parameters<typeof outcome>): Rank {
  const built = outcome(...args);
  if (!built.ok) throw built.error;
  return built.rank;
}

const types = (rank: Rank) => rank.kvArgs.state.map(({ type, entries }) => `${type} x${entries.length}`);

describe('buildRank', () => {
  it('registers the counts that the published models have', () => {
    const flash = rankOf({ ...SMALL }, { model: MODEL_PRESETS['dsv4-flash'] });
    expect(flash.kvArgs.kv).toHaveLength(62);
    expect(types(flash)).toEqual(['swa x85', 'c128_state x20', 'swa x1']);
    const pro = rankOf({ ...SMALL }, { model: MODEL_PRESETS['dsv4-pro'] });
    expect(pro.kvArgs.kv).toHaveLength(91);
    expect(types(pro)).toEqual(['swa x121', 'c128_state x31', 'swa x1']);
  });

  it('places target, draft and metadata one after the other', () => {
    const owners = rankOf(SMALL).space.tensors.map(({ tensor }) => tensor.owner);
    expect(owners.filter((owner, i) => owner !== owners[i - 1])).toEqual(['target', 'draft', 'metadata']);
  });

  it('splits a pipeline, with the draft on its last stage', () => {
    const grid = { tp: 1, pp: 2, cp: 1 };
    const first = rankOf({ ...SMALL, grid }, { ppRank: 0 });
    const last = rankOf({ ...SMALL, grid }, { ppRank: 1 });
    expect([first.kvArgs.prefillStartLayer, first.kvArgs.prefillEndLayer, last.kvArgs.prefillStartLayer, last.kvArgs.prefillEndLayer]).toEqual([0, 3, 3, 6]);
    expect(types(first)).toEqual(['swa x5']);
    expect(types(last)).toEqual(['swa x5', 'c128_state x2', 'swa x1']);
    expect(first.kvArgs.compressRatios).toEqual(MINI.compressRatios);
    const decode = rankOf(SMALL, { side: 'decode' }).kvArgs;
    expect([decode.prefillStartLayer, decode.prefillEndLayer, decode.compressRatios]).toEqual([null, null, null]);
  });

  it('registers plain models without state', () => {
    const rank = rankOf({}, { model: { kind: 'plain', name: 'p', layers: 3, rows: 10, itemBytes: 4096 } });
    expect(rank.kvArgs.kv.map(({ itemBytes }) => itemBytes)).toEqual([4096, 4096, 4096]);
    expect(rank.kvArgs.state).toEqual([]);
    expect(rank.kvArgs.aux).toHaveLength(10);
  });

  it.each([
    ['draft-swa-only', { draft: { compressRatios: [4] } }, 2],
    ['unified-mode', { draft: { mode: 'unified' } }, 2],
    ['swa-ring-geometry', { mode: 'unified', draft: { windowTokens: 64 } }, 3],
    ['swa-mapping-identity', { draft: { mapping: 'own' } }, 2],
    ['swa-mapping-identity', { target: { mapping: 'own' }, draft: { mapping: 'own' } }, 2],
    ['paged-swa-geometry', { draft: { pageSizeTokens: 512 } }, 2],
  ] as const)('refuses: %s', (id, settings, componentsBefore) => {
    const refused = outcome({ ...SMALL, ...settings });
    expect(refused).toMatchObject({ ok: false, stage: 'setup', error: { checkId: id } });
    if (!refused.ok) expect(refused.componentsBeforeError).toHaveLength(componentsBefore);
    // Past the check, the draft is registered in the target's way: of a pool of the other mode there is nothing to register.
    const past = outcome({ ...SMALL, ...settings }, { ignoreRefusals: true });
    expect(past).toMatchObject({ ok: true, ignored: { error: { checkId: id } } });
    if (past.ok) expect(past.rank.kvArgs.state).toHaveLength(id === 'unified-mode' ? componentsBefore : componentsBefore + 1);
  });

  it('fails while constructing, and nothing gets past that', () => {
    for (const ignoreRefusals of [false, true]) {
      const failed = outcome({ ...SMALL, swaPageSizeTokens: 100 }, { ignoreRefusals });
      expect(failed).toMatchObject({ ok: false, stage: 'construct', error: { pythonType: 'AssertionError' }, componentsBeforeError: [], compared: null });
    }
  });

  it('fails at the KV list before any component where the fp8 form cannot be registered', () => {
    const failed = outcome({ ...SMALL, mode: 'unified', revision: '2026-09', unifiedFp8: true }, { ignoreRefusals: true });
    expect(failed).toMatchObject({ ok: false, stage: 'setup', error: { pythonType: 'NotImplementedError' }, componentsBeforeError: [] });
    if (!failed.ok) expect(failed.error.message).toContain('(the transfer assumes');
  });
});

/** Settings of small ranks of every kind. */
const anySettings = fc.record({
  mode: fc.constantFrom('paged', 'unified'),
  revision: fc.constantFrom('2026-08', '2026-09'),
  maxRequests: fc.integer({ min: 1, max: 6 }),
  poolTokens: fc.integer({ min: 0, max: 20_000 }),
  swaRatio: fc.constantFrom(0, 0.1, 0.37, 1),
  speculation: fc.constantFrom(null, SPECULATION, { ...SPECULATION, draftTokens: 2, draftLayers: 3 }),
  stateDtype: fc.constantFrom('float32', 'bfloat16'),
  fp4Indexer: fc.boolean(),
  onlineCompress: fc.boolean(),
  onlineC128Mtp: fc.constant(true),
  attentionBackend: fc.constantFrom('flashmla', 'trtllm'),
  pageSizeTokens: fc.constantFrom(128, 256, 512),
}) satisfies fc.Arbitrary<EngineSettings>;

const RUNS = { numRuns: 150, seed: 20260822 };

describe('laws of every rank', () => {
  it('every entry lies in its tensor, and entries that move together do not overlap', () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const rank = rankOf(settings);
        const { kv, aux, state } = rank.kvArgs;
        const entries = [...kv, ...aux, ...state.flatMap((component) => component.entries)];
        for (const entry of entries) {
          const offset = rank.space.resolve(entry.address, entry.lengthBytes);
          expect(rank.space.locate(offset)?.placed.tensor.name).toBe(entry.tensor);
          expect(entry.itemBytes).toBeGreaterThan(0);
        }
        const ordered = [...entries].sort((a, b) => (a.address < b.address ? -1 : 1));
        ordered.forEach((entry, i) => {
          const next = ordered[i + 1];
          if (next !== undefined) expect(entry.address + BigInt(entry.lengthBytes) <= next.address).toBe(true);
        });
      }),
      RUNS,
    );
  });

  it('only C4 state leaves a remainder when its length is cut into items', () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const rank = rankOf(settings);
        for (const component of rank.kvArgs.state) {
          for (const entry of component.entries) {
            const tensor = rank.space.tensors.find((placed) => placed.tensor.name === entry.tensor)?.tensor;
            const isC4State = component.type === 'swa' && tensor?.role !== 'swa';
            // The rows past the rings: one ring and the sentinel more, padded to 4 rows.
            if (!isC4State) expect(entry.lengthBytes % entry.itemBytes).toBe(0);
            else expect((tensor?.shape[0] ?? 0) % 4).toBe(0);
          }
        }
      }),
      RUNS,
    );
  });

  it('every byte has a place, and every place its byte', () => {
    fc.assert(
      fc.property(anySettings, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (settings, fraction) => {
        const { space } = rankOf(settings);
        const offset = Math.floor(fraction * space.bytes);
        const place = placeOf(space, offset);
        if (place === null) expect(space.locate(offset)).toBeNull();
        else expect(offsetOfPlace(space, place)).toBe(offset);
      }),
      RUNS,
    );
  });

  it('lanes stay inside their tensors, rows inside their units', () => {
    const placement = { slot: 1, pageTokens: 256, fullPages: [2, 1, 3], swaPages: [0, 1, 2], metadataRow: 0 };
    fc.assert(
      fc.property(anySettings, fc.integer({ min: 0, max: 700 }), (settings, position) => {
        for (const pool of rankOf(settings).pools) {
          for (const lane of pool.lanes()) {
            const unit = lane.unitAt(placement, position);
            const row = lane.rowAt(placement, position);
            if (unit === null || row === null) {
              // Rows and no unit: the allocator's pages are not the pool's.
              expect(unit).toBeNull();
              if (row === null) continue;
              expect(row.byteOffset).toBeGreaterThanOrEqual(0);
              expect(row.byteOffset + row.bytes).toBeLessThanOrEqual(row.tensor.bytes);
              continue;
            }
            expect(unit.byteOffset).toBeGreaterThanOrEqual(0);
            expect(unit.byteOffset + unit.bytes).toBeLessThanOrEqual(unit.tensor.bytes);
            expect(row.byteOffset).toBeGreaterThanOrEqual(unit.byteOffset);
            expect(row.byteOffset + row.bytes).toBeLessThanOrEqual(unit.byteOffset + unit.bytes);
            if (lane.family !== 'metadata') expect(unit.fromPosition <= position && position < unit.toPosition).toBe(true);
          }
        }
      }),
      RUNS,
    );
  });

  it('a dump reads back as what was dumped', () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const { kvArgs } = rankOf(settings);
        expect(parseKvArgs(JSON.parse(JSON.stringify(dumpKvArgs(kvArgs))))).toEqual(kvArgs);
      }),
      RUNS,
    );
  });
});

describe('byteMap', () => {
  it('says where a byte is, in words', () => {
    const { space } = rankOf(SMALL);
    const offset = offsetOfPlace(space, { tensor: 'target/c4/1', row: 3, byteInRow: 584 });
    const place = placeOf(space, offset);
    expect(place).toEqual({ tensor: 'target/c4/1', owner: 'target', role: 'c4', layer: 4, row: 3, byteInRow: 584 });
    if (place !== null) expect(formatPlace(place)).toBe('target/c4/1, layer 4, row 3, byte 584');
    expect(placeOf(space, space.bytes)).toBeNull();
  });

  it('refuses places that do not exist', () => {
    const { space } = rankOf(SMALL);
    expect(() => offsetOfPlace(space, { tensor: 'target/c4/9', row: 0, byteInRow: 0 })).toThrow('this rank has no tensor target/c4/9');
    expect(() => offsetOfPlace(space, { tensor: 'target/c4/1', row: 33, byteInRow: 0 })).toThrow('target/c4/1 has no byte 0 in row 33');
    expect(() => offsetOfPlace(space, { tensor: 'target/c4/1', row: 0, byteInRow: 37440 })).toThrow('has no byte 37440 in row 0');
  });
});
