/** Lowering, merging and overlap: on address spaces of plain tensors and the CPU device. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import type { CopyTable, Device } from '../../src/device/device.ts';
import { assignAddresses } from '../../src/memory/addressSpace.ts';
import { planArenas } from '../../src/memory/arenaPlan.ts';
import { createBlockWriter } from '../../src/plan/blockWriter.ts';
import type { Plan, PlanEntry } from '../../src/plan/plan.ts';
import type { TensorSpec } from '../../src/pools/pool.ts';
import { type LoweredPlan, lowerPlan, type RankArenas } from '../../src/strategies/lower.ts';
import { mergeRows } from '../../src/strategies/merge.ts';
import { destinationsAreDisjoint } from '../../src/strategies/overlap.ts';
import { STRATEGIES } from '../../src/strategies/registry.ts';

const SEED = 20_260_830;
const ROWS = 40;

function tensor(index: number, itemBytes: number): TensorSpec {
  return {
    name: `target/plain/${index}`,
    owner: 'target',
    role: 'plain',
    layer: index,
    dtype: 'uint8',
    elementBytes: 1,
    shape: [ROWS, itemBytes],
    bytes: ROWS * itemBytes,
  };
}

function entry(position: number, itemBytes: number): PlanEntry {
  const name = `target/plain/${position}`;
  return {
    component: 'kv',
    type: 'kv',
    srcPosition: position,
    dstPosition: position,
    itemBytes,
    srcTensor: name,
    dstTensor: name,
    prefillRank: 0,
    decodeRank: 0,
  };
}

async function rankArenas(device: Device, tensors: readonly TensorSpec[], maxArenaBytes: number): Promise<RankArenas> {
  const space = assignAddresses(0x1000n, tensors);
  const windows = planArenas(space, maxArenaBytes);
  const arenas = await device.createArenas(windows.map((window) => window.bytes));
  return { space, pieces: windows.map((window, i) => ({ window, arena: arenas[i] as (typeof arenas)[number] })) };
}

/** A plan of one block an index pair over every tensor, in entry order. */
function planOf(rank: RankArenas, items: readonly number[], pairs: readonly (readonly [number, number])[]): Plan {
  const writer = createBlockWriter(1);
  rank.space.tensors.forEach(({ offset }, position) => {
    const src = Int32Array.from(pairs, (pair) => pair[0]);
    const dst = Int32Array.from(pairs, (pair) => pair[1]);
    writer.addItems(position, offset, offset, items[position] ?? 0, src, dst);
  });
  return { steps: [], entries: items.map((bytes, i) => entry(i, bytes)), blocks: writer.finish() };
}

/** Decode's memory after the plan, carried out block by block on plain arrays: what every strategy must give. */
async function bytesAfter(device: Device, rank: RankArenas): Promise<string> {
  const parts: string[] = [];
  for (const { arena } of rank.pieces) parts.push(Buffer.from(await device.read(arena, 0, arena.bytes)).toString('base64'));
  return parts.join('|');
}

async function reset(device: Device, prefill: RankArenas, decode: RankArenas): Promise<void> {
  for (const [i, { arena }] of prefill.pieces.entries()) await device.stamp(arena, 1024 * (i + 1) * 1024, 'narrow');
  for (const [i, { arena }] of decode.pieces.entries()) await device.stamp(arena, 2 ** 31 + 1024 * 1024 * i, 'narrow');
}

const itemSizes = fc.array(
  fc.integer({ min: 1, max: 700 }).map((words) => words * 4),
  { minLength: 1, maxLength: 5 },
);
const row = fc.integer({ min: 0, max: ROWS - 1 });
const distinctPairs = fc
  .tuple(fc.uniqueArray(row, { minLength: 1, maxLength: ROWS }), fc.uniqueArray(row, { minLength: 1, maxLength: ROWS }))
  .map(([src, dst]) => src.slice(0, Math.min(src.length, dst.length)).map((value, i) => [value, dst[i] ?? 0] as const));
const anyPairs = fc.array(fc.tuple(row, row), { minLength: 1, maxLength: 60 });

describe('lowerPlan', () => {
  it('gives the same bytes by every strategy, for plans that overlap themselves too', async () => {
    await fc.assert(
      fc.asyncProperty(itemSizes, fc.oneof(distinctPairs, anyPairs), async (items, pairs) => {
        const device = new CpuDevice(2 ** 28);
        const tensors = items.map((bytes, i) => tensor(i, bytes));
        const prefill = await rankArenas(device, tensors, 128 * 1024);
        const decode = await rankArenas(device, tensors, 160 * 1024);
        const plan = planOf(prefill, items, pairs);
        const lowered = lowerPlan(plan, [prefill], [decode]);
        expect(lowered.outOfRange).toEqual([]);
        expect(lowered.blocks).toBe(plan.blocks.count);
        await reset(device, prefill, decode);
        for (let i = 0; i < plan.blocks.count; i++) await copyOneBlock(device, plan, i, prefill, decode);
        const reference = await bytesAfter(device, decode);
        for (const strategy of STRATEGIES) {
          await reset(device, prefill, decode);
          const prepared = await strategy.prepare(device, lowered);
          await prepared.run();
          expect(await bytesAfter(device, decode), strategy.name).toBe(reference);
        }
        await device.close();
      }),
      { seed: SEED, numRuns: 25 },
    );
  });

  it('sets blocks aside that leave their tensor, and names the side', async () => {
    const device = new CpuDevice(2 ** 26);
    const rank = await rankArenas(device, [tensor(0, 4000), tensor(1, 4000)], 2 ** 20);
    const writer = createBlockWriter();
    const add = (src: number, dst: number) => writer.addItems(0, 0, 0, 4000, Int32Array.of(src), Int32Array.of(dst));
    add(0, 1);
    add(ROWS, 2);
    add(3, ROWS);
    add(4, 1_000_000);
    const lowered = lowerPlan({ steps: [], entries: [entry(0, 4000)], blocks: writer.finish() }, [rank], [rank]);
    expect(lowered.outOfRange).toEqual([
      { block: 1, side: 'prefill', offset: ROWS * 4000, bytes: 4000 },
      { block: 2, side: 'decode', offset: ROWS * 4000, bytes: 4000 },
      { block: 3, side: 'decode', offset: 4_000_000_000, bytes: 4000 },
    ]);
    expect(lowered.blocks).toBe(1);
    expect(lowered.bytes).toBe(4000);
  });
});

async function copyOneBlock(device: Device, plan: Plan, block: number, prefill: RankArenas, decode: RankArenas): Promise<void> {
  const one: Plan = {
    ...plan,
    blocks: {
      count: 1,
      srcOffset: plan.blocks.srcOffset.slice(block, block + 1),
      dstOffset: plan.blocks.dstOffset.slice(block, block + 1),
      bytes: plan.blocks.bytes.slice(block, block + 1),
      entry: plan.blocks.entry.slice(block, block + 1),
    },
  };
  const lowered: LoweredPlan = lowerPlan(one, [prefill], [decode]);
  for (const { src, dst, table } of lowered.moves) {
    await device.run((batch) => batch.copy(src, table.srcOffset[0] ?? 0, dst, table.dstOffset[0] ?? 0, table.bytes[0] ?? 0));
  }
}

function table(rows: readonly (readonly [src: number, dst: number, bytes: number])[]): CopyTable {
  return {
    count: rows.length,
    srcOffset: Float64Array.from(rows, (r) => r[0]),
    dstOffset: Float64Array.from(rows, (r) => r[1]),
    bytes: Uint32Array.from(rows, (r) => r[2]),
  };
}

describe('mergeRows', () => {
  it('takes a row into the one before only when both sides go on', () => {
    const merged = mergeRows(
      table([
        [0, 100, 8],
        [8, 108, 8],
        [16, 120, 8],
        [24, 128, 8],
        [36, 136, 4],
      ]),
    );
    expect([...merged.srcOffset]).toEqual([0, 16, 36]);
    expect([...merged.dstOffset]).toEqual([100, 120, 136]);
    expect([...merged.bytes]).toEqual([16, 16, 4]);
  });
});

describe('destinationsAreDisjoint', () => {
  const arena = { id: 7, bytes: 4096 };
  const other = { id: 8, bytes: 4096 };
  it('sees an overlap of one word, across tables of one arena, and none across arenas', () => {
    const low = table([[0, 0, 8]]);
    const touching = table([[0, 8, 8]]);
    const overlapping = table([[0, 4, 8]]);
    expect(
      destinationsAreDisjoint([
        { src: other, dst: arena, table: low },
        { src: other, dst: arena, table: touching },
      ]),
    ).toBe(true);
    expect(
      destinationsAreDisjoint([
        { src: other, dst: arena, table: low },
        { src: other, dst: arena, table: overlapping },
      ]),
    ).toBe(false);
    expect(
      destinationsAreDisjoint([
        { src: other, dst: arena, table: low },
        { src: arena, dst: other, table: overlapping },
      ]),
    ).toBe(true);
  });
});
