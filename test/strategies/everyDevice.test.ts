/** Every strategy on every device: the bytes that copying block by block gives, whatever the plan and however little memory there is. */
import { describe, expect, it } from 'vitest';
import { SimError } from '../../src/core/errors.ts';
import { randomStream } from '../../src/core/random.ts';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import type { Arena, Device } from '../../src/device/device.ts';
import type { LoweredPlan } from '../../src/strategies/lower.ts';
import { STRATEGIES, strategyNamed } from '../../src/strategies/registry.ts';
import { descriptorsOf } from '../../src/strategies/strategy.ts';
import { openEveryDevice } from '../device/devices.ts';

const ARENA_BYTES = 512 * 1024;

/** Blocks of these lengths at random places of two source arenas; destinations one behind the other, or all over each other. */
function scattered(arenas: readonly Arena[], lengths: readonly number[], overlapping: boolean): LoweredPlan {
  const [from, alsoFrom, to, alsoTo] = arenas as readonly [Arena, Arena, Arena, Arena];
  const random = randomStream(7, `strategies/${lengths.length}/${overlapping}`);
  let next = 0;
  const rows = lengths.map((bytes) => {
    const place = overlapping ? 4 * Math.floor(random.unit() * 17) : next;
    next += bytes + 8;
    return { src: 4 * Math.floor((random.unit() * (ARENA_BYTES - bytes)) / 4), dst: place, bytes };
  });
  const move = (src: Arena, dst: Arena, part: typeof rows) => ({
    src,
    dst,
    table: {
      count: part.length,
      srcOffset: Float64Array.from(part, (row) => row.src),
      dstOffset: Float64Array.from(part, (row) => row.dst),
      bytes: Uint32Array.from(part, (row) => row.bytes),
    },
  });
  // Rows that overlap never share a table: lowering sees to that.
  const moves = overlapping
    ? rows.map((row, i) => move(i % 2 === 0 ? from : alsoFrom, i % 3 === 0 ? alsoTo : to, [row]))
    : [
        move(
          from,
          to,
          rows.filter((_, i) => i % 2 === 0),
        ),
        move(
          alsoFrom,
          alsoTo,
          rows.filter((_, i) => i % 2 === 1),
        ),
      ];
  return {
    moves: moves.filter(({ table }) => table.count > 0),
    ordered: overlapping,
    blocks: rows.length,
    bytes: rows.reduce((sum, row) => sum + row.bytes, 0),
    outOfRange: [],
  };
}

async function stampAll(device: Device, arenas: readonly Arena[]): Promise<void> {
  for (const [i, arena] of arenas.entries()) await device.stamp(arena, 2 ** 20 * (i + 1), 'narrow');
}

async function contentsOf(device: Device, arenas: readonly Arena[]): Promise<Buffer> {
  return Buffer.concat(await Promise.all(arenas.map((arena) => device.read(arena, 0, arena.bytes))));
}

/** What copying every block on its own gives. */
async function reference(device: Device, arenas: readonly Arena[], { moves }: LoweredPlan): Promise<Buffer> {
  await stampAll(device, arenas);
  for (const { src, dst, table } of moves) {
    for (let row = 0; row < table.count; row++) {
      await device.run((batch) => batch.copy(src, table.srcOffset[row] ?? 0, dst, table.dstOffset[row] ?? 0, table.bytes[row] ?? 0));
    }
  }
  return contentsOf(device, arenas);
}

const PLANS = {
  'blocks of many lengths': [Array.from({ length: 60 }, (_, i) => 4 * (1 + ((i * 37) % 900))), false],
  'one long block': [[262_144], false],
  'blocks over each other': [Array.from({ length: 12 }, (_, i) => 4 * (1 + ((i * 5) % 30))), true],
  'no block': [[], false],
} as const satisfies Record<string, readonly [readonly number[], boolean]>;

describe.each(await openEveryDevice())('%s', (_, device) => {
  it.each(Object.entries(PLANS))('%s: every strategy gives the same bytes, twice, and frees what it held', async (_name, [lengths, overlapping]) => {
    const arenas = await device.createArenas([ARENA_BYTES, ARENA_BYTES, ARENA_BYTES, ARENA_BYTES]);
    const lowered = scattered(arenas, lengths, overlapping);
    const expected = await reference(device, arenas, lowered);
    for (const strategy of STRATEGIES) {
      await stampAll(device, arenas);
      const before = await contentsOf(device, arenas);
      const prepared = await strategy.prepare(device, lowered);
      expect((await contentsOf(device, arenas)).equals(before), `${strategy.name} leaves the plan's arenas alone until it runs`).toBe(true);
      for (let run = 0; run < 2; run++) {
        const elapsed = await prepared.run();
        expect(elapsed.wall).toBeGreaterThanOrEqual(0);
        expect((await contentsOf(device, arenas)).equals(expected), strategy.name).toBe(true);
      }
      expect(descriptorsOf(prepared) > 0, strategy.name).toBe(lengths.length > 0);
      expect(prepared.hostBytes, strategy.name).toBe(strategy.kind === 'detour' ? 2 * lowered.bytes : 0);
      await prepared.release();
      await prepared.release();
    }
    await device.destroyArenas(arenas);
  });

  it('gives a second device on the same adapter, whose arenas are its own', async () => {
    const second = await device.sibling();
    expect(second.adapter).toEqual(device.adapter);
    const [own] = await device.createArenas([64]);
    const [other] = await second.createArenas([64]);
    expect(own?.id).not.toBe(other?.id);
    await expect(second.read(own as Arena, 0, 4)).rejects.toThrow(SimError);
    await second.close();
    await device.destroyArenas([own as Arena]);
  });
});

describe('little memory', () => {
  const lengths = PLANS['one long block'][0];
  const onDevice = async (spareBytes: number) => {
    const device = new CpuDevice(4 * ARENA_BYTES + spareBytes);
    const arenas = await device.createArenas([ARENA_BYTES, ARENA_BYTES, ARENA_BYTES, ARENA_BYTES]);
    const lowered = scattered(arenas, lengths, false);
    return { device, arenas, lowered, expected: await reference(device, arenas, lowered) };
  };

  it.each(['staging', 'host-bounce'] as const)('%s goes in rounds: 262,144 B through areas of 65,536 B are four', async (name) => {
    const { device, arenas, lowered, expected } = await onDevice(140_000);
    const prepared = await strategyNamed(name).prepare(device, lowered);
    expect(prepared.kernelLaunches).toBe(8);
    expect(name === 'staging' ? prepared.copyCommands : prepared.hostTrips / 2).toBe(4);
    await stampAll(device, arenas);
    await prepared.run();
    expect((await contentsOf(device, arenas)).equals(expected)).toBe(true);
    await prepared.release();
  });

  it('staging says what it lacks, and holds nothing after it', async () => {
    const { device, lowered } = await onDevice(100_000);
    await expect(strategyNamed('staging').prepare(device, lowered)).rejects.toMatchObject({ code: 'memory-budget' });
    expect((await device.createArenas([99_984])).length).toBe(1);
  });

  it('two-devices takes prefill’s second home from the same budget, and gives it back', async () => {
    const { device, lowered } = await onDevice(ARENA_BYTES / 2);
    await expect(strategyNamed('two-devices').prepare(device, lowered)).rejects.toMatchObject({ code: 'memory-budget' });
    expect((await device.createArenas([ARENA_BYTES / 2])).length).toBe(1);
  });

  it('auto goes by copy command, and says why', async () => {
    const { device, arenas, lowered, expected } = await onDevice(1024);
    const prepared = await strategyNamed('auto').prepare(device, lowered);
    expect(prepared.note).toBe('everything by copy command: there was no memory to measure other ways');
    await stampAll(device, arenas);
    await prepared.run();
    expect((await contentsOf(device, arenas)).equals(expected)).toBe(true);
  });
});
