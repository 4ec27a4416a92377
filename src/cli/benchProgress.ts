/** @file The line that says how far a sweep is, and about how long it will take yet. On terminals alone. */
import type { OutputFlags } from './output.ts';
import { showProgress } from './progress.ts';

/** Progress of a sweep. */
export interface SweepProgress {
  /** This point is under way. */
  at(id: string): void;
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
  const now = () => (performance.now() - start) / 1000;
  let finished = 0;
  let lastFinishedAt = 0;
  return {
    at: (id) => {
      const place = sweep.done + finished;
      const seconds = secondsLeft({ now: now(), lastFinishedAt, finished, left: sweep.total - place });
      // The time stands before the point: what a narrow terminal cuts off is the point.
      line.report(`${sweep.suite}: ${place + 1} of ${sweep.total}${seconds === null ? '' : `, about ${duration(seconds)} left`}: ${id}`, 0, 1);
    },
    finished: () => {
      finished += 1;
      lastFinishedAt = now();
    },
    end: line.end,
  };
}

/** How far a sweep is; times in seconds since it began. */
export interface SweepClock {
  readonly now: number;
  readonly lastFinishedAt: number;
  /** Points measured since it began. */
  readonly finished: number;
  /** Points to go, the one under way among them. */
  readonly left: number;
}

/**
 * Seconds that the rest will take where points take alike; null before the first is done. How far the point under way has come is not asked for: what a point is cut short by, nobody
 * knows beforehand. One that takes longer than the others makes all of the rest dearer, little by little.
 */
export function secondsLeft({ now, lastFinishedAt, finished, left }: SweepClock): number | null {
  if (finished === 0) return null;
  const perPoint = Math.max(lastFinishedAt / finished, now / (finished + 1));
  return (left - 1) * perPoint + Math.max(0, perPoint - (now - lastFinishedAt));
}

/** `40 s`, `3 min`, `1 h 20 min`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const tens = Math.round(minutes / 10) * 10;
  return `${Math.floor(tens / 60)} h${tens % 60 === 0 ? '' : ` ${tens % 60} min`}`;
}
