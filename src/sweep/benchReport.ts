/**
 * @file What a benchmark leaves behind, as plain JSON: provenance, and points with all their raw samples. Every derived figure can be computed again from these.
 */
import type { ModelledTransfer } from '../cost/link.ts';
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
  /** Recording of commands, and handing them over: parts of `wall` that the processor spends; null where a strategy records none. */
  readonly encode: readonly number[] | null;
  readonly submit: readonly number[] | null;
  /** Between the device's own timestamps; null where the adapter has none. */
  readonly gpu: readonly number[] | null;
}

/** The same bytes, contiguous, on the same adapter, in the same run: what a figure is a fraction of. Seconds (p50), and GB/s. */
export interface Ceiling {
  readonly bytes: number;
  readonly contiguousCopy: { readonly seconds: number; readonly gbps: number };
  readonly contiguousShader: { readonly seconds: number; readonly gbps: number };
  /** Plain memory copy of the processor; on the CPU device only. */
  readonly memoryCopy: { readonly seconds: number; readonly gbps: number } | null;
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
  readonly bytesPerDescriptor: number;
}

/** A point's place in its sweep: axis name -> value. Axes are the suite's. */
export type Coordinates = Readonly<Record<string, string | number>>;

/** A point that was measured. */
export interface MeasuredPoint {
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
  readonly id: string;
  readonly coordinates: Coordinates;
  readonly status: 'failed';
  readonly strategy: StrategyName;
  readonly reason: { readonly code: string; readonly message: string };
}

/** One point of a sweep. */
export type BenchPoint = MeasuredPoint | FailedPoint;

/** What `bench --json` prints, and what `merge`, `compare`, charts and the explorer read. */
export interface BenchReport {
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
  /** Hash over all of the sweep's scenarios: equal hashes mean the same work. */
  readonly scenarioHash: string;
  readonly verified: boolean;
  readonly startedAt: string;
  /** False for an interrupted sweep: `points` holds what was measured until then. */
  readonly complete: boolean;
  readonly points: readonly BenchPoint[];
}
