/** @file What a comparison of two reports says, as plain JSON. */
import type { BenchReport, Coordinates } from './benchReport.ts';

/**
 * What became of a point from A to B. `slower` and `faster` are beyond noise and beyond the least effect that counts; `same` is sure to be within that effect; `unclear` is neither: the
 * samples scatter too much to tell.
 */
export const POINT_CHANGES = ['broken', 'slower', 'other-work', 'failed-in-both', 'mended', 'faster', 'unclear', 'same'] as const;
/** One of them. */
export type PointChange = (typeof POINT_CHANGES)[number];

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
   * What `change` goes by: the fast tenth of the samples, in units of the same of the contiguous copy that was measured in turns with them, so that a machine that was slower in one of
   * the runs does not pass for a slower transfer. Null where a side has no figures, or the work is not the same.
   */
  readonly relative: RatioInterval | null;
  /** Medians of the seconds themselves, which the machine's moods are in. */
  readonly seconds: RatioInterval | null;
  /** The same of the contiguous copy. */
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
