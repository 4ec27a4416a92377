/** Reports for tests of charts: figures from a simple law, so that what is drawn is known. */

import { linkRecord } from '../../../src/cost/linkRecord.ts';
import { NAMED_LINKS } from '../../../src/cost/namedLinks.ts';
import { modelTransfer } from '../../../src/cost/transfer.ts';
import type { StrategyName } from '../../../src/strategies/names.ts';
import type { BenchReport, Coordinates, FailedPoint, MeasuredPoint, SampleStatistics } from '../../../src/sweep/benchReport.ts';

/** What a builder may set; the rest follows from the law. */
export interface PointGiven {
  readonly coordinates: Coordinates;
  readonly strategy: StrategyName;
  readonly bytes?: number;
  readonly items?: number;
  /** Seconds a descriptor, and bytes a second. */
  readonly perDescriptor?: number;
  readonly bandwidth?: number;
  readonly gpu?: boolean;
  readonly verified?: boolean;
  readonly links?: readonly string[];
  readonly note?: string;
}

function statistics(p50: number): SampleStatistics {
  return { avg: p50 * 1.02, p50, p90: p50 * 1.15, p99: p50 * 1.4, min: p50 * 0.93, max: p50 * 1.6 };
}

/** A measured point: descriptors x their cost, and bytes over bandwidth. */
export function measured(index: number, given: PointGiven): MeasuredPoint {
  const {
    coordinates,
    strategy,
    bytes = 72_045_312,
    items = 4053,
    perDescriptor = 3e-6,
    bandwidth = 8e9,
    gpu = true,
    verified = true,
    links = [],
    note = null,
  } = given;
  const descriptors = strategy === 'per-item' ? items : strategy === 'merged' ? Math.ceil(items / 20) : 2;
  const encode = descriptors * perDescriptor;
  const device = bytes / bandwidth;
  const wall = statistics(encode + device + 2e-4);
  const all = { ...coordinates, strategy };
  const ceiling = (gbps: number) => ({ seconds: bytes / gbps / 1e9, gbps, samples: [bytes / gbps / 1e9] });
  return {
    index,
    id: Object.entries(all)
      .map(([axis, value]) => `${axis}=${value}`)
      .join(' '),
    coordinates: all,
    status: 'measured',
    strategy,
    note,
    scenarioHash: 'ab'.repeat(32),
    verified: verified ? 'verified' : 'unverified',
    work: {
      bytes,
      usefulBytes: bytes - 4096,
      paddingBytes: 4096,
      blocks: items,
      runs: Math.ceil(items / 20),
      descriptors,
      copyCommands: descriptors,
      kernelLaunches: strategy === 'shader' ? 2 : 0,
      hostTrips: 0,
      hostBytes: 0,
      bytesPerDescriptor: bytes / descriptors,
    },
    samples: { iterationsPerSample: 1, wall: [wall.min, wall.p50, wall.max], encode: [encode], submit: [1e-4], gpu: gpu ? [device] : null, prepare: [2e-3] },
    wall,
    gpu: gpu ? statistics(device) : null,
    prepare: statistics(2e-3),
    ceiling: { bytes, contiguousCopy: ceiling(9.2), contiguousShader: ceiling(8.1), memoryCopy: null },
    gbps: bytes / wall.p50 / 1e9,
    fractionOfCeiling: bytes / wall.p50 / 1e9 / 9.2,
    boundBy: encode > device ? 'processor' : 'device',
    modelled: links.flatMap((name) => {
      const link = NAMED_LINKS.get(name);
      return link === undefined ? [] : [modelTransfer(link, [{ bytes: bytes / descriptors, count: descriptors }])];
    }),
  };
}

/** A point that failed. */
export function failed(index: number, coordinates: Coordinates, strategy: StrategyName, code: string, message: string): FailedPoint {
  return { index, id: `${index}`, coordinates: { ...coordinates, strategy }, status: 'failed', strategy, reason: { code, message } };
}

/** The named links that points are modelled on. */
function linksOf(points: BenchReport['points']): BenchReport['links'] {
  const names = new Set(points.flatMap((point) => (point.status === 'measured' ? point.modelled.map(({ link }) => link) : [])));
  return [...NAMED_LINKS].flatMap(([name, link]) => (names.has(name) ? [linkRecord(link)] : []));
}

/** A report of these points. */
export function report(points: BenchReport['points'], changes: Partial<BenchReport> = {}): BenchReport {
  return {
    schemaVersion: 1,
    suite: 'test',
    shard: '1/1',
    adapter: { name: 'SwiftShader Device (LLVM 16.0.0)', backend: 'vulkan', software: true, foundBy: 'chromium', driver: 'SwiftShader driver 5.0.0' },
    limits: { maxArenaBytes: 2 ** 30 - 16, maxMemoryBytes: 2 ** 33 },
    versions: { 'disagg-sim': '0.1.0', node: '20.20.2', webgpu: '0.6.2', dawn: null },
    clockQuantumNs: { gpu: 100, wall: 41 },
    seed: 7,
    scenarioHash: 'cd'.repeat(32),
    sweepPoints: points.length,
    verified: true,
    recreated: false,
    links: linksOf(points),
    startedAt: '2026-11-30T07:00:00.000Z',
    complete: true,
    points,
    ...changes,
  };
}

const MOVERS: readonly StrategyName[] = ['per-item', 'merged', 'shader', 'staging', 'auto'];

/** Equal items from 4 KiB to 16 MiB, 64 MiB in all. */
export function itemsReport(): BenchReport {
  const sizes = Array.from({ length: 13 }, (_, i) => 2 ** (12 + i));
  const points = sizes.flatMap((itemBytes) =>
    MOVERS.map(
      (strategy) =>
        ({
          coordinates: { grid: 'one-to-one', itemBytes },
          strategy,
          bytes: 2 ** 26,
          items: 2 ** 26 / itemBytes,
          links: ['rdma-400g', 'pcie-5', 'cross-region'],
        }) as const,
    ),
  );
  return report(
    points.map((point, index) => measured(index, point)),
    { suite: 'items' },
  );
}

/** Two modes by three fragmentations by two windows: panels. */
export function fragmentationReport(): BenchReport {
  const points = ['paged', 'unified'].flatMap((mode) =>
    [0, 4].flatMap((draftTokens) =>
      [0, 0.5, 1].flatMap((fragmentation) =>
        MOVERS.map(
          (strategy) =>
            ({
              coordinates: { mode, draftTokens, fragmentation },
              strategy,
              items: Math.round(150 + 3900 * fragmentation),
              gpu: mode === 'paged',
              links: [...NAMED_LINKS.keys()],
            }) as const,
        ),
      ),
    ),
  );
  return report(
    points.map((point, index) => measured(index, point)),
    { suite: 'ring-vs-paged' },
  );
}

/** One scenario, nothing swept but strategies; some failed, some not verified, incomplete. */
export function scenarioReport(): BenchReport {
  const points = MOVERS.slice(0, 3).map((strategy, index) =>
    measured(index, { coordinates: { scenario: 'mine' }, strategy, verified: index > 0, links: ['nvlink-4', 'tcp-100g'] }),
  );
  const lost = failed(3, { scenario: 'mine' }, 'staging', 'device-lost', 'the device was lost: <b>out of memory</b>');
  return report([...points, lost], {
    suite: 'scenario',
    complete: false,
    shard: '2/3',
    verified: false,
    sweepPoints: 12,
    adapter: { name: 'NVIDIA H200', backend: 'vulkan', software: false, foundBy: 'system', driver: null },
  });
}

/** Words only: dots instead of lines. */
export function wordsReport(): BenchReport {
  const points = ['fp8', 'bf16', 'fp4-indexer'].flatMap((kvRows) =>
    ['paged', 'unified'].flatMap((mode) => MOVERS.map((strategy) => ({ coordinates: { mode, kvRows }, strategy }) as const)),
  );
  return report(
    points.map((point, index) => measured(index, point)),
    { suite: 'rows' },
  );
}
