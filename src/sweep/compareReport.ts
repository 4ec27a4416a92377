/** @file What a comparison of two sides' reports says, as plain JSON. */
import type { BenchReport, Coordinates } from './benchReport.ts';

/**
 * What became of a point from A to B. `slower` and `faster` are beyond noise and beyond the least effect that counts; `same` is sure to be within that effect; `unclear` is neither: the
 * figures scatter too much to tell, or the adapter's own contiguous copy changed by as much.
 */
export const POINT_CHANGES = ['broken', 'slower', 'other-work', 'failed-in-both', 'mended', 'faster', 'unclear', 'same'] as const;
/** One of them. */
export type PointChange = (typeof POINT_CHANGES)[number];

/** A ratio B over A with its interval; above 1 = B takes longer. */
export interface RatioInterval {
  readonly ratio: number;
  /** Bounds that hold the true ratio with this confidence. */
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
}

/** One point that both sides have. */
export interface ComparedPoint {
  readonly id: string;
  readonly coordinates: Coordinates;
  readonly change: PointChange;
  /** Turns in which both sides have the point. */
  readonly turns: number;
  /** Median time of a transfer: what `change` goes by. Null where a side has no figures, or the work is not the same. */
  readonly seconds: RatioInterval | null;
  /** The same of the contiguous copy that was measured in turns with the transfer: how the machine itself changed. */
  readonly ceiling: RatioInterval | null;
  /** GB/s in A and in B, the median of the turns. */
  readonly gbps: { readonly a: number | null; readonly b: number | null };
  /** Why, where there is something to say: the reason of a failure. */
  readonly note: string | null;
}

/** What `compare --json` prints. */
export interface CompareReport {
  readonly schemaVersion: 1;
  /** The reports, one a turn. */
  readonly a: readonly ComparedSide[];
  readonly b: readonly ComparedSide[];
  /** True where, by their times, each turn's two reports lie next to each other: else the machine had time to change between the sides. */
  readonly inTurns: boolean;
  /** True where the adapters differ: ratios then tell of the adapters, not of a change. */
  readonly acrossAdapters: boolean;
  /** Changes smaller than this, as a share, do not count. */
  readonly leastEffect: number;
  readonly seed: number;
  readonly points: readonly ComparedPoint[];
  /** Ids that one side alone has. */
  readonly onlyInA: readonly string[];
  readonly onlyInB: readonly string[];
  /** Points slower, or failed where they had not. */
  readonly regressions: number;
}

/** Whence a side's figures are. */
export interface ComparedSide extends Pick<BenchReport, 'suite' | 'shard' | 'adapter' | 'versions' | 'verified' | 'startedAt' | 'complete'> {
  readonly file: string;
}
