/** @file What the probe in the page tells. Milliseconds count from the page's navigation, as the browser's own clock does. */

/** A task of the page's main thread that took 50 ms or more, as the browser reports it. */
export interface LongTask {
  readonly startMs: number;
  readonly milliseconds: number;
}

/** When each animation frame began, milliseconds. */
export type FrameTimes = readonly number[];

/** What was seen so far. */
export interface PageMeasures {
  /** First contentful paint; null before it. */
  readonly paintMs: number | null;
  /** A setting's field that takes input, and the first verdict of the checks, both painted; null before that. */
  readonly usableMs: number | null;
  /** Of the last change: from its event until the verdict was painted, and its words; null until then. */
  readonly answer: { readonly milliseconds: number; readonly verdict: string } | null;
  /** The verdict's words as they stand. */
  readonly verdict: string;
  readonly tasks: readonly LongTask[];
}

/** Stands in the page as `probe`. */
export interface PageProbe {
  measures(): PageMeasures;
  /** Notes frames from now on. */
  watchFrames(): void;
  /** Stops noting them. */
  frames(): FrameTimes;
}
