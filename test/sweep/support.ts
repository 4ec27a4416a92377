/** @file Reports made up for tests: every figure follows from the samples given, as it does in real ones. */
import type { BenchPoint, BenchReport, Ceiling, MeasuredPoint } from '../../src/sweep/benchReport.ts';
import { ceilingFigure, figuresOf } from '../../src/sweep/measurePoint.ts';

const HASH = 'ab'.repeat(32);
const BYTES = 1_000_000;

/** A measured point whose samples are given, seconds; the ceiling's too, 1 ms by default. */
export function pointOf(index: number, wall: readonly number[], copy: readonly number[] = wall.map(() => 0.001)): MeasuredPoint {
  const figure = ceilingFigure(BYTES, copy);
  const ceiling: Ceiling = { bytes: BYTES, contiguousCopy: figure, contiguousShader: figure, memoryCopy: null };
  const samples = { iterationsPerSample: 1, wall, encode: wall.map((s) => s / 10), submit: wall.map((s) => s / 20), gpu: null, prepare: [0.002] };
  return {
    index,
    id: `length=${index},strategy=merged`,
    coordinates: { length: index, strategy: 'merged' },
    status: 'measured',
    strategy: 'merged',
    note: null,
    scenarioHash: HASH,
    verified: 'verified',
    work: {
      bytes: BYTES,
      usefulBytes: 900_000,
      paddingBytes: 100_000,
      blocks: 100,
      runs: 10,
      descriptors: 10,
      copyCommands: 10,
      kernelLaunches: 0,
      hostTrips: 0,
      hostBytes: 0,
      bytesPerDescriptor: 100_000,
    },
    ...figuresOf(samples, BYTES, ceiling, false),
    ceiling,
    modelled: [],
  };
}

/** A point that failed. */
export function failedOf(index: number): BenchPoint {
  const { id, coordinates, strategy } = pointOf(index, [1]);
  return { index, id, coordinates, status: 'failed', strategy, reason: { code: 'memory-budget', message: 'it does not fit' } };
}

/** A report of these points. */
export function reportWith(points: readonly BenchPoint[], changed: Partial<BenchReport> = {}): BenchReport {
  return {
    schemaVersion: 1,
    suite: 'made-up',
    shard: '1/1',
    adapter: { name: 'test adapter', backend: 'vulkan', software: true, foundBy: 'test', driver: null },
    limits: { maxArenaBytes: 2 ** 30, maxMemoryBytes: 2 ** 32 },
    versions: { 'disagg-sim': '0.1.0', node: '20.0.0', webgpu: null, dawn: null },
    clockQuantumNs: { gpu: null, wall: 40 },
    seed: 1,
    scenarioHash: HASH,
    sweepPoints: points.length,
    verified: true,
    recreated: false,
    links: [],
    startedAt: '2026-01-01T00:00:00.000Z',
    complete: true,
    points,
    ...changed,
  };
}
