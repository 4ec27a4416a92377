/** Real sweeps on the CPU device and, where there is one, a software adapter: bytes verified, every figure from raw samples, failures recorded. */
import { describe, expect, it } from 'vitest';
import { SimError } from '../../src/core/errors.ts';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import type { Device } from '../../src/device/device.ts';
import { acquireDevice } from '../../src/device/node/acquireDevice.ts';
import { strategyNamed } from '../../src/strategies/registry.ts';
import type { BenchPoint, MeasuredPoint } from '../../src/sweep/benchReport.ts';
import { clockQuanta } from '../../src/sweep/clocks.ts';
import { ceilingFigure, figuresOf, measurePoint } from '../../src/sweep/measurePoint.ts';
import { layOutPlace } from '../../src/sweep/placeOnDevice.ts';
import { planSuite, type SweepPoint } from '../../src/sweep/planSweep.ts';
import { runSweep } from '../../src/sweep/runSweep.ts';
import { leastSampleSeconds, takeSample } from '../../src/sweep/sampling.ts';
import { suiteNamed } from '../../src/sweep/suites.ts';

const BUDGET = 2 ** 30;
const EFFORT = { samples: 3, budgetSeconds: 1 };
const SMALL = { length: [512], fragmentation: [0, 1] } as const;

const pointsOf = (strategies: SweepPoint['strategy'][] | null = null, values = {}) =>
  planSuite({ suite: suiteNamed('quick'), values: { ...SMALL, ...values }, strategies, seed: 1 }).points;

async function sweep(
  device: Device,
  points: readonly SweepPoint[],
  changed: { verify?: boolean; recreate?: boolean; reacquire?: () => Promise<Device> } = {},
): Promise<BenchPoint[]> {
  const { verify = true, recreate = false, reacquire = async () => Promise.reject(new Error('no device was lost')) } = changed;
  const measured: BenchPoint[] = [];
  const rules = { quanta: await clockQuanta(device), effort: EFFORT, verify, recreate, links: [] };
  await runSweep(device, { points, reacquire, rules, onPoint: (point) => void measured.push(point) });
  return measured;
}

/** Every figure of a point, computed again from its samples and its work. */
function expectFromRaw(point: MeasuredPoint, isCpu: boolean): void {
  const { work, samples, ceiling } = point;
  const again = figuresOf(samples, work.bytes, ceiling, isCpu);
  expect(point).toMatchObject(again);
  expect(ceiling.contiguousCopy).toEqual(ceilingFigure(ceiling.bytes, ceiling.contiguousCopy.samples));
  expect(ceiling.contiguousCopy.samples).toHaveLength(samples.wall.length);
  expect(work.usefulBytes + work.paddingBytes).toBe(work.bytes);
  expect(work.usefulBytes).toBeLessThanOrEqual(work.bytes);
  expect(work.descriptors).toBe(work.copyCommands + work.kernelLaunches + work.hostTrips);
  expect(ceiling.bytes).toBe(work.bytes);
}

describe.each(['cpu', 'software'])('a small sweep on %s', (choice) => {
  it('measures and verifies every strategy at every place', { timeout: 60_000 }, async (context) => {
    const device = await acquireDevice({ choice, maxMemoryBytes: BUDGET }).catch((error: unknown) =>
      context.skip(error instanceof SimError ? error.message : String(error)),
    );
    const points = pointsOf(['per-item', 'merged', 'shader', 'staging', 'host-bounce', 'whole-pool', 'auto'], { mode: ['paged'] });
    const measured = await sweep(device, points);
    expect(measured.map(({ id }) => id)).toEqual(points.map(({ id }) => id));
    for (const point of measured) {
      if (point.status === 'failed') throw new Error(`${point.id}: ${point.reason.message}`);
      expect(point.verified).toBe('verified');
      expectFromRaw(point, choice === 'cpu');
    }
    const of = (strategy: string, fragmentation: number) =>
      measured.find(
        (point): point is MeasuredPoint => point.status === 'measured' && point.strategy === strategy && point.coordinates.fragmentation === fragmentation,
      );
    // Two pages of 512 tokens: every list of the six layers has two items (SWA one), which merge where they lie in order.
    expect(of('per-item', 1)?.work.descriptors).toBe(of('per-item', 1)?.work.blocks);
    expect(of('merged', 0)?.work.descriptors).toBe(of('merged', 0)?.work.runs);
    expect(of('merged', 0)?.work.runs).toBeLessThan(of('merged', 0)?.work.blocks ?? 0);
    expect(of('whole-pool', 0)?.work.bytes).toBeGreaterThan(of('merged', 0)?.work.bytes ?? Number.POSITIVE_INFINITY);
    expect(of('whole-pool', 1)).toBeUndefined();
  });
});

describe('a point', () => {
  it('says that it was not verified', async () => {
    const [point] = await sweep(new CpuDevice(BUDGET), pointsOf(['merged']).slice(0, 1), { verify: false });
    expect(point).toMatchObject({ status: 'measured', verified: 'unverified' });
  });

  it('has one preparation, or with --recreate one a sample', async () => {
    const points = pointsOf(['staging']).slice(0, 1);
    const once = await sweep(new CpuDevice(BUDGET), points);
    const anew = await sweep(new CpuDevice(BUDGET), points, { recreate: true });
    const lengths = (measured: BenchPoint[]) =>
      measured.map((point) => (point.status === 'measured' ? [point.samples.prepare.length, point.samples.wall.length] : []));
    expect([lengths(once), lengths(anew)]).toEqual([[[1, 3]], [[3, 3]]]);
  });

  it('fails where a strategy leaves a byte out, with the finding, and leaves nothing behind', async () => {
    const device = new CpuDevice(BUDGET);
    const [point] = pointsOf(['merged']);
    if (point === undefined) throw new Error('the sweep is empty');
    const place = await layOutPlace(device, point.place.scenario);
    const merged = strategyNamed('merged');
    const forgetful: typeof merged = {
      ...merged,
      prepare: (on, lowered) =>
        merged.prepare(on, { ...lowered, moves: lowered.moves.map((move) => ({ ...move, table: { ...move.table, count: move.table.count - 1 } })) }),
    };
    const rules = { quanta: await clockQuanta(device), effort: EFFORT, verify: true, recreate: false, links: [] };
    expect(await measurePoint(point, place, forgetful, rules)).toMatchObject({
      status: 'failed',
      reason: { code: 'wrong-bytes', message: expect.stringMatching(/\w/) },
    });
    await place.release();
    // All of the budget is to be had again.
    await device.createArenas([BUDGET - 16]);
  });

  it('that does not fit fails before anything is allocated, and the sweep goes on', async () => {
    const measured = await sweep(new CpuDevice(64 * 2 ** 20), pointsOf(['merged'], { length: [512, 65_536], mode: ['paged'], fragmentation: [1] }));
    expect(measured.map((point) => (point.status === 'failed' ? point.reason.code : point.status))).toEqual(['measured', 'memory-budget']);
  });
});

/** A device that is lost at its n-th run. */
class FragileDevice extends CpuDevice {
  #runs = 0;
  readonly #last: number;

  constructor(last: number) {
    super(BUDGET);
    this.#last = last;
  }

  override async run(record: Parameters<CpuDevice['run']>[0]): ReturnType<CpuDevice['run']> {
    this.#runs += 1;
    if (this.#runs >= this.#last) throw new SimError('device-lost', { what: 'the device was lost' });
    return super.run(record);
  }
}

describe('a lost device', () => {
  it('costs its point alone: the sweep goes on with another', async () => {
    let reacquired = 0;
    const measured = await sweep(new FragileDevice(200), pointsOf(['per-item', 'merged', 'shader'], { mode: ['paged'] }), {
      reacquire: async () => {
        reacquired += 1;
        return new CpuDevice(BUDGET);
      },
    });
    const failed = measured.filter((point) => point.status === 'failed');
    expect(failed.map(({ reason }) => reason.code)).toEqual(['device-lost']);
    expect(measured).toHaveLength(6);
    expect(reacquired).toBe(1);
  });

  it('that is not to be had again ends it, with what was measured told before', async () => {
    const told: BenchPoint[] = [];
    const device = new FragileDevice(1);
    const rules = { quanta: { gpu: null, wall: 100 }, effort: EFFORT, verify: true, recreate: false, links: [] };
    const gone = new SimError('no-device', { what: 'there is none' });
    const run = runSweep(device, {
      points: pointsOf(['merged']),
      reacquire: async () => Promise.reject(gone),
      rules,
      onPoint: (point) => void told.push(point),
    });
    await expect(run).rejects.toBe(gone);
    expect(told).toHaveLength(1);
  });
});

describe('samples', () => {
  it('are as long as the clocks ask for', () => {
    expect(leastSampleSeconds({ gpu: null, wall: 40 })).toBe(0.0005);
    expect(leastSampleSeconds({ gpu: null, wall: 5000 })).toBeCloseTo(0.005, 12);
    expect(leastSampleSeconds({ gpu: 65_536, wall: 40 })).toBeCloseTo(100 * 65_536e-9, 12);
    expect(leastSampleSeconds({ gpu: 100_000, wall: 100_000 })).toBeCloseTo(0.1, 12);
  });

  it('are means of their transfers, and lack a part that one of them lacks', async () => {
    const times = [1, 2, 6];
    let next = 0;
    const sample = await takeSample(async () => {
      const wall = times[next++] ?? 0;
      return { wall, encode: wall / 2, submit: 0, gpu: wall === 2 ? null : wall, prepare: null };
    }, 3);
    expect(sample).toEqual({ wall: 3, encode: 1.5, submit: 0, gpu: null, prepare: null });
  });
});
