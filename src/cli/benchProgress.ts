/** @file The line that says how far a sweep is, and about how long it will take yet. On terminals alone. */
import type { OutputFlags } from './output.ts';
import { showProgress } from './progress.ts';

/** Progress of a sweep. */
export interface SweepProgress {
  /** A point is under way, this share of it over. */
  at(id: string, share: number): void;
  /** A point is done. */
  finished(): void;
  end(): void;
}

/**
 * Begins the line.
 * @param sweep how many points it has, and how many of them it had when it began
 */
export function sweepProgress(flags: OutputFlags, sweep: { readonly suite: string; readonly total: number; readonly done: number }): SweepProgress {
  const line = showProgress(flags);
  const start = performance.now();
  let done = sweep.done;
  return {
    at: (id, share) => {
      const measured = done - sweep.done + share;
      const seconds = (performance.now() - start) / 1000;
      const left = measured < 1 ? '' : `, about ${duration((seconds / measured) * (sweep.total - done - share))} left`;
      line.report(`${sweep.suite}: ${done + 1} of ${sweep.total}${left}: ${id}`, 0, 1);
    },
    finished: () => {
      done += 1;
    },
    end: line.end,
  };
}

/** `40 s`, `3 min`, `2 h`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
