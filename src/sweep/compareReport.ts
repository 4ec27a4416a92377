/** @file What a comparison of two reports says, as plain JSON. */
import type { BenchReport, Coordinates } from './benchReport.ts';

/** What became of a point from A to B: `slower` and `faster` are beyond noise and beyond the least effect that counts. */
export type PointChange = 'same' | 'slower' | 'faster' | 'broken' | 'mended' | 'failed-in-both' | 'other-work';

/** A ratio B over A with its interval; above 1 = B takes longer. */
export interface RatioInterval {
  readonly ratio: number;
  /** Bounds that hold the true ratio with `CompareReport.confidence`. */
  readonly low: number;
  readonly high: number;
}

/** One point that both reports have. */
export interface ComparedPoint {
  readonly id: string;
  readonly coordinates: Coordinates;
  readonly change: PointChange;
  /**
   * What `change` goes by: seconds in units of the contiguous copy that was measured beside them, so that a machine that was slower in one of the runs does not pass for a slower
   * transfer. Null where a side has no figures, or the work is not the same.
   */
  readonly relative: RatioInterval | null;
  /** The seconds themselves, which the machine's moods are in. */
  readonly seconds: RatioInterval | null;
  /** Of the contiguous copy. */
  readonly ceiling: RatioInterval | null;
  /** GB/s in A and in B. */
  readonly gbps: { readonly a: number | null; readonly b: number | null };
  /** Why, where there is something to say: the reason of a failure. */
  readonly note: string | null;
}

/** What `compare --json` prints. */
export interface CompareReport {
  readonly schemaVersion: 1;
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  /** True where the adapters differ: ratios then tell of the adapters, not of a change. */
  readonly acrossAdapters: boolean;
  readonly confidence: number;
  /** Changes smaller than this, as a share, do not count. */
  readonly leastEffect: number;
  readonly seed: number;
  readonly points: readonly ComparedPoint[];
  /** Ids that one report alone has. */
  readonly onlyInA: readonly string[];
  readonly onlyInB: readonly string[];
  /** Points slower, or failed where they had not. */
  readonly regressions: number;
}

/** Whence a side's figures are. */
export interface ComparedSide extends Pick<BenchReport, 'suite' | 'shard' | 'adapter' | 'versions' | 'verified' | 'startedAt' | 'complete'> {
  readonly file: string;
}
