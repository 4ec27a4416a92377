/** @file What the two lessons that newcomers are shown are called, for whoever names them without loading them: the box of the first page, the chooser of scenarios. */

/** A lesson on a scenario, by name. */
export interface LessonName {
  /** Stands in links. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** The built-in scenario that it is about. */
  readonly scenario: string;
  /** What was seen, on a button. */
  readonly seen: string;
}

/** O1. */
export const O1: LessonName = { id: 'o1', name: 'O1', scenario: 'state-not-sent', seen: 'every status said Success' };
/** O5. */
export const O5: LessonName = { id: 'o5', name: 'O5', scenario: 'dtype-item-length', seen: 'bf16 on prefill, fp8 on decode' };

/** Both, in the order in which they are offered. */
export const NAMED_LESSONS: readonly LessonName[] = [O1, O5];
