/**
 * @file What a goal of the project is, and what measuring one yields. One file a goal in goals/; everything else here serves them.
 */
import type { AdapterInfo } from '../src/device/device.ts';

/** What a goal is handed when it runs. */
export interface BenchContext {
  /** The checkout that is measured. */
  readonly root: string;
  /** More samples where there is time for them. */
  readonly long: boolean;
  /** Says on the terminal what is being done. */
  progress(what: string): void;
}

/** What a goal measured. */
export interface Measured {
  readonly figure: number;
  /** The adapter that the figure was made on; null where none was touched. */
  readonly adapter: AdapterInfo | null;
  /** Raw figures behind the one: plain JSON. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** One goal. `run` rejects when it cannot be measured (no yardstick, no adapter, a wrong result), with the reason as message. */
export interface Goal {
  readonly name: string;
  /** What must be reached, in words. */
  readonly goal: string;
  readonly unit: string;
  /** Whether a figure, made on this adapter, reaches the goal. */
  met(figure: number, adapter: AdapterInfo | null): boolean;
  run(context: BenchContext): Promise<Measured>;
}

/** One row of the bench's output, as written to JSON. */
export interface GoalResult {
  readonly name: string;
  readonly goal: string;
  /** Null when it could not be measured; `evidence.reason` says why. */
  readonly figure: number | null;
  readonly unit: string;
  readonly met: boolean;
  readonly adapter: string | null;
  /** Whether that adapter computes on the CPU; null without an adapter. */
  readonly software: boolean | null;
  readonly evidence: Readonly<Record<string, unknown>>;
}
