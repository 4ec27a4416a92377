/**
 * @file What a benchmark leaves behind, as plain JSON: provenance, and points with all their raw samples. Every derived figure can be computed again from these.
 */
import type { ModelledTransfer } from '../cost/link.ts';
import type { LinkRecord } from '../cost/linkRecord.ts';
import type { StrategyName } from '../strategies/names.ts';

/** The order and spread of samples, seconds a transfer. */
export interface SampleStatistics {
  readonly avg: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly min: number;
  readonly max: number;
}

/** Seconds a transfer, one value a sample, in the order taken; a sample is the mean of `iterationsPerSample` transfers where the clock asks for more than one. */
export interface PointSamples {
  readonly iterationsPerSample: number;
  readonly wall: readonly number[];
  /** Recording of commands, and handing them over: parts of `wall` that the processor spends. The CPU device carries commands out as they are recorded. */
  readonly encode: readonly number[];
  readonly submit: readonly number[];
  /** Between the device's own timestamps; null where the adapter has none. */
  readonly gpu: readonly number[] | null;
  /** Making the transfer ready, beside `wall` and not in it: one value, since it is done once; with `--recreate`, when every transfer is made ready anew, one a sample. */
  readonly prepare: readonly number[];
}

/** One way to move the same bytes contiguously. */
export interface CeilingFigure {
  /** p50 of `samples`. */
  readonly seconds: number;
  readonly gbps: number;
  /** Seconds a copy, one value a sample; sample i was taken beside sample i of the transfer, so that a slow moment falls on both. */
  readonly samples: readonly number[];
}

/** The same bytes, contiguous, on the same adapter, in the same run: what a figure is a fraction of. */
export interface Ceiling {
  readonly bytes: number;
  readonly contiguousCopy: CeilingFigure;
  readonly contiguousShader: CeilingFigure;
  /** Plain memory copy of the processor; on the CPU device only. */
  readonly memoryCopy: CeilingFigure | null;
}

/** What is moved, from the plan alone: the same on every adapter. */
export interface PointWork {
  readonly bytes: number;
  /** Bytes that belong to tokens, and the padding of items that travels with them. */
  readonly usefulBytes: number;
  readonly paddingBytes: number;
  /** One a plan block, and after merging of neighbours on both sides. */
  readonly blocks: number;
  readonly runs: number;
  /** What this strategy tells the device: copy commands, kernel launches, and trips through the host. */
  readonly descriptors: number;
  readonly copyCommands: number;
  readonly kernelLaunches: number;
  /** Pieces that go through the host's memory, in and out of it, and their bytes. */
  readonly hostTrips: number;
  readonly hostBytes: number;
  readonly bytesPerDescriptor: number;
}

/** A point's place in its sweep: axis name -> value. Axes are the suite's. */
export type Coordinates = Readonly<Record<string, string | number>>;

/** A point that was measured. */
export interface MeasuredPoint {
  /** Place in the whole sweep, from 0, whatever the shard. */
  readonly index: number;
  /** Stable name made of the coordinates: what `merge`, `compare` and `--resume` match points by. */
  readonly id: string;
  readonly coordinates: Coordinates;
  readonly status: 'measured';
  readonly strategy: StrategyName;
  /** What the strategy chose, and why, where it had a choice. */
  readonly note: string | null;
  readonly scenarioHash: string;
  /** `verified`: every word of decode's memory accounted for after a transfer of this point; `unverified`: `--no-verify`. A point whose words are wrong is `failed`. */
  readonly verified: 'verified' | 'unverified';
  readonly work: PointWork;
  readonly samples: PointSamples;
  readonly wall: SampleStatistics;
  readonly gpu: SampleStatistics | null;
  readonly prepare: SampleStatistics;
  readonly ceiling: Ceiling;
  /** Useful and padding bytes over the p50 of `wall`, GB/s (1e9). */
  readonly gbps: number;
  /** `gbps` as a fraction of the contiguous copy's. */
  readonly fractionOfCeiling: number;
  /** Whether the figure is bound by the device, or by the processor that feeds it; null where that cannot be told. */
  readonly boundBy: 'device' | 'processor' | null;
  readonly modelled: readonly ModelledTransfer[];
}

/** A point that could not be measured; the sweep went on. */
export interface FailedPoint {
  readonly index: number;
  readonly id: string;
  readonly coordinates: Coordinates;
  readonly status: 'failed';
  readonly strategy: StrategyName;
  readonly reason: { readonly code: string; readonly message: string };
}

/** One point of a sweep. */
export type BenchPoint = MeasuredPoint | FailedPoint;

/** All of a report but its points: what a journal begins with. */
export interface ReportHead {
  readonly schemaVersion: 1;
  readonly suite: string;
  /** Which part of the sweep this is: 1/1 for all of it. */
  readonly shard: string;
  readonly adapter: { readonly name: string; readonly backend: string; readonly software: boolean; readonly foundBy: string; readonly driver: string | null };
  readonly limits: { readonly maxArenaBytes: number; readonly maxMemoryBytes: number };
  /** disagg-sim, node, the WebGPU package and Dawn (null where not known). */
  readonly versions: Readonly<Record<string, string | null>>;
  /** Smallest step of the device's timestamps seen, ns; null where there are none. And of the wall clock. */
  readonly clockQuantumNs: { readonly gpu: number | null; readonly wall: number };
  readonly seed: number;
  /** Hash over all of the sweep's points, whatever the shard: equal hashes mean the same work. */
  readonly scenarioHash: string;
  /** Points of the whole sweep, all shards together. */
  readonly sweepPoints: number;
  /** False with `--no-verify`. */
  readonly verified: boolean;
  /** True with `--recreate`: every transfer was made ready anew. */
  readonly recreated: boolean;
  /** Samples of each contender that were asked for; slow transfers have fewer. Absent in reports from before it was told. */
  readonly samples?: number | undefined;
  /** What was modelled beside it, with every figure and its source; each point has one transfer a link, in this order. */
  readonly links: readonly LinkRecord[];
  readonly startedAt: string;
}

/** What `bench --json` prints, and what `merge`, `compare`, charts and the explorer read. */
export interface BenchReport extends ReportHead {
  /** False for an interrupted sweep: `points` holds what was measured until then. */
  readonly complete: boolean;
  /** Ascending by `index`. */
  readonly points: readonly BenchPoint[];
}
