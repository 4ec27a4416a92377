/** Layouts: closed forms by hand, every kind of rows on every mode and layout, placement by slot, and two nodes that lie differently. */
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import { LAYOUTS, type Layout } from '../../src/model/engineConfig.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { runScenario } from '../../src/scenario/runScenario.ts';
import type { EngineInput, ScenarioInput } from '../../src/scenario/scenarioSchema.ts';
import { checkPair } from '../../src/session/checkPair.ts';
import { prepareHandOff } from '../../src/session/handOff.ts';
import { startNodes } from '../../src/session/startNodes.ts';

const device = new CpuDevice(2 ** 30);

const resolved = (input: ScenarioInput) => resolveScenario(input, { name: 'test', locate: () => ({}), config: null });
const run = (input: ScenarioInput) => runScenario(resolved(input), { device, timing: false });

/** Items, descriptors as mooncake merges them, and bytes, without metadata rows. */
function planned(input: ScenarioInput) {
  const scenario = resolved(input);
  const { ready } = startNodes(scenario);
  if (ready === null) throw new Error('the nodes do not start');
  const { plan } = prepareHandOff(ready.prefill, ready.decode, scenario).built;
  const sends = plan.steps.flatMap((step) => (step.kind === 'send' && step.component !== 'aux' ? [step] : []));
  const items = sends.reduce((sum, { fromBlock, toBlock }) => sum + toBlock - fromBlock, 0);
  let bytes = 0;
  for (const { fromBlock, toBlock } of sends) bytes += plan.blocks.bytes.subarray(fromBlock, toBlock).reduce((sum, length) => sum + length, 0);
  return { items, descriptors: sends.reduce((sum, { descriptors }) => sum + descriptors, 0), bytes };
}

describe('DeepSeek-V4-Flash, one request of 16,384 tokens: 64 full pages, 1 SWA page, 43 layers (21 of ratio 4, 20 of ratio 128)', () => {
  const of = (layout: Layout, fragmentation: number, mode: 'paged' | 'unified' = 'paged'): ScenarioInput => {
    const engine = { mode, layout, poolTokens: 32_768, slots: 1, preallocSlots: 0, fragmentation };
    return { model: 'dsv4-flash', prefill: engine, decode: engine, requests: [{ length: 16_384 }], seed: 1 };
  };
  // KV: 21 C4 pages of 37,440 B and of 8,448 B (indexer), 20 C128 pages of 1,728 B, for each of 64 pages.
  const kvItem = 21 * 37_440 + 21 * 8448 + 20 * 1728;
  // State: an SWA page of 43 layers, 149,760 B each; C4 state, 8 rows of 2,048 float32 (attention) and of 512 (indexer) in 21 layers.
  const stateItem = 43 * 149_760 + 21 * 8 * 2048 * 4 + 21 * 8 * 512 * 4;
  const bytes = 72_045_312;

  it('adds up: 64 items of all KV layers, one of all state layers', () => {
    expect(kvItem).toBe(998_208);
    expect(stateItem).toBe(8_160_000);
    expect(64 * kvItem + stateItem).toBe(bytes);
  });

  it.each([
    // A tensor a layer: 62 KV entries x 64 pages + (43 + 21 + 21) state entries x 1.
    ['layer-first', 1, { items: 4053, bytes }],
    ['layer-first', 0, { items: 4053, descriptors: 62 + 85, bytes }],
    // One KV entry x 64 pages + one state entry: the same bytes in 65 items.
    ['page-first', 1, { items: 65, bytes }],
    ['page-first', 0, { items: 65, descriptors: 2, bytes }],
    // Pages reserved by slot lie in order, however scattered a free list would be.
    ['request-packed', 1, { items: 65, descriptors: 2, bytes }],
    ['request-packed', 0, { items: 65, descriptors: 2, bytes }],
  ] as const)('%s, fragmentation %d', (layout, fragmentation, expected) => {
    expect(planned(of(layout, fragmentation))).toMatchObject(expected);
  });

  it.each([
    // KV pages as before, in bf16 rows (65,536 B C4, 8,448 B indexer, 2,048 B C128); the ring is a row a token and layer; C4 state by SWA page in 42 entries.
    ['layer-first', 62 * 64 + 43 * 128 + 42],
    ['page-first', 64 + 128 + 1],
    ['request-packed', 64 + 128 + 1],
  ] as const)('unified, %s: the last 128 tokens are ring rows', (layout, items) => {
    const ring = 43 * 128 * 1024;
    const unifiedKv = 64 * (21 * 65_536 + 21 * 8448 + 20 * 2048);
    const state = 21 * 8 * 2048 * 4 + 21 * 8 * 512 * 4;
    expect(planned(of(layout, 1, 'unified'))).toMatchObject({ items, bytes: unifiedKv + ring + state });
  });
});

/** Six layers at small sizes, pages of both nodes shuffled, pools unlike. */
const base = (engine: EngineInput): ScenarioInput => ({
  model: 'dsv4-mini',
  prefill: { poolTokens: 4096, slots: 3, swaRatio: 0.5, fragmentation: 1, ...engine },
  decode: { poolTokens: 6144, slots: 3, swaRatio: 0.5, preallocSlots: 0, fragmentation: 1, ...engine },
  requests: [{ length: 300 }, { length: 1030 }, { length: 5 }],
  strategy: 'per-item',
  seed: 3,
});

describe.each(LAYOUTS)('%s', (layout) => {
  const ROWS = [
    ['fp8 rows', 'paged', {}],
    ['fp4 indexer', 'paged', { fp4Indexer: true }],
    ['bf16 rows', 'unified', {}],
    ['bf16 rows, by name', 'unified', { kvDtype: 'bfloat16' }],
    ['bf16 rows, fp4 indexer', 'unified', { fp4Indexer: true }],
    ['bf16 rows, fp4 indexer in two tensors', 'unified', { fp4Indexer: true, revision: '2026-09' }],
    ['a draft', 'paged', { speculation: { draftTokens: 4 } }],
    ['a draft', 'unified', { speculation: { draftTokens: 4 } }],
    ['online compression', 'paged', { onlineCompress: true }],
    ['bf16 state', 'paged', { stateDtype: 'bfloat16' }],
  ] as const satisfies readonly (readonly [string, 'paged' | 'unified', EngineInput])[];

  it.each(ROWS)('passes with %s, %s, every word accounted for', async (_name, mode, engine) => {
    const { verdict, checks } = await run(base({ layout, mode, ...engine }));
    expect(checks).toEqual([]);
    expect(verdict.findings).toEqual([]);
    expect(verdict.status).toBe('PASS');
  });

  it('passes with a plain pool', async () => {
    const engine: EngineInput = { layout, pageSize: 16, slots: 3, preallocSlots: 0, fragmentation: 1 };
    const plain = { layers: 3, rows: 80, itemBytes: 96 };
    const { verdict } = await run({ model: { name: 'items', plain }, prefill: engine, decode: engine, requests: [{ length: 100 }, { length: 40 }] });
    expect(verdict.status).toBe('PASS');
  });

  it('finds what a fault does, on the component that it hits', async () => {
    const { verdict } = await run({ ...base({ layout }), faults: [{ kind: 'bit-flip' }] });
    expect(verdict.status).toBe('SILENT_CORRUPTION');
    expect(verdict.words?.wrong).toBe(1);
  });

  it('refuses bf16 rows in packed pages, as the engine does', async () => {
    const { verdict } = await run(base({ layout, kvDtype: 'bfloat16' }));
    expect(verdict.status).toBe('REFUSE');
  });
});

describe('request-packed', () => {
  it('gives slot s the pages from (s - 1) times the longest request on, whatever the fragmentation', () => {
    const scenario = resolved(base({ layout: 'request-packed' }));
    const { ready } = startNodes(scenario);
    if (ready === null) throw new Error('the nodes do not start');
    const { requests } = prepareHandOff(ready.prefill, ready.decode, scenario);
    // Pages of 256 tokens: 2, 5 and 1; the longest takes 5. Tails of the window: 2 SWA pages at most.
    expect(requests.map(({ places }) => [places.decode.slot, places.decode.fullPages])).toEqual([
      [1, [1, 2]],
      [2, [6, 7, 8, 9, 10]],
      [3, [11]],
    ]);
    expect(requests.map(({ places }) => places.decode.swaPages)).toEqual([[1, 2], [0, 0, 0, 3, 4], [5]]);
    expect(requests.map(({ places }) => places.prefill.fullPages)).toEqual(requests.map(({ places }) => places.decode.fullPages));
  });

  it('refuses pools that cannot reserve for every slot, and pages chosen by hand', async () => {
    const small = base({ layout: 'request-packed', poolTokens: 2048, swaRatio: 1 });
    await expect(run(small)).rejects.toThrow(/full pool has too few pages .*slot 2, pages a slot 5, needed 10, pages 8/);
    const chosen = base({ layout: 'request-packed' });
    await expect(run({ ...chosen, requests: [{ length: 300, fullPages: [1, 2] }] })).rejects.toThrow(/reserves them by slot/);
  });
});

describe('nodes that lie differently', () => {
  it.each([
    ['page-first', 'layer-first', 'kv-item-length', 'OUT_OF_RANGE'],
    ['layer-first', 'page-first', 'kv-entry-count', 'TRANSFER_ERROR'],
  ] as const)('%s to %s: the checks name it, and the bytes are wrong', async (onPrefill, onDecode, finding, status) => {
    const input = base({});
    const apart = { ...input, prefill: { ...input.prefill, layout: onPrefill }, decode: { ...input.decode, layout: onDecode } };
    const ids = checkPair(resolved(apart)).findings.map(({ id }) => id);
    expect(ids).toContain('layout-mismatch');
    expect(ids).toContain(finding);
    expect((await run(apart)).verdict.status).toBe(status);
  });

  it('page-first to request-packed fits: only pages lie elsewhere', async () => {
    const input = base({});
    const { verdict, checks } = await run({
      ...input,
      prefill: { ...input.prefill, layout: 'page-first' },
      decode: { ...input.decode, layout: 'request-packed' },
    });
    expect(checks).toEqual([]);
    expect(verdict.status).toBe('PASS');
  });

  it('page-first stages on one side only: the checks find unlike items', async () => {
    const input = base({ layout: 'page-first' });
    const staged = { ...input, prefill: { ...input.prefill, grid: { pp: 2 } } };
    expect(checkPair(resolved(staged)).findings.map(({ id }) => id)).toContain('kv-item-length');
    expect((await run(staged)).verdict.status).not.toBe('PASS');
  });
});
