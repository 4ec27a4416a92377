/** @file One of many independent trials that a goal counts, and the module that makes them. */

/** What one trial came to. */
export interface Trial {
  /** What the trial was of, or what it came to: trials are counted by kind. */
  readonly kind: string;
  /** Why it counts against the goal, as plain JSON; null where it does not. */
  readonly wrong: unknown;
}

/** A module whose trials can be made anywhere, in any order: trial number `index` is the same in every process. */
export interface TrialModule {
  trial(index: number): Trial | Promise<Trial>;
}

/** Trials of one process, put together. */
export interface Tally {
  readonly kinds: Readonly<Record<string, number>>;
  readonly wrong: number;
  /** The first of the wrong ones. */
  readonly shown: readonly { readonly index: number; readonly why: unknown }[];
  /** Of one trial, wall clock. */
  readonly slowestSeconds: number;
}

/** What a process is told to do: every `step`-th trial from `first` on, below `count`. */
export interface TrialOrder {
  readonly module: string;
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

/** How far a process is. */
export interface TrialProgress {
  readonly done: number;
  readonly wrong: number;
}

/** What a process says: how far it is, and in the end its tally. */
export type TrialMessage = TrialProgress | { readonly tally: Tally };
