/** @file How far a learner is, as it stands in the page's link. */
import type { Json } from '../../cli/page/pageState.ts';

/** The lessons view's own part of the page state. */
export interface LessonState {
  /** The lesson that is open; null = the list of them. */
  readonly lesson: string | null;
  /** Step of it, from 0; one past the last step is the exercise. */
  readonly at: number;
  /** Hints that are open. */
  readonly hints: number;
  /** What was typed or chosen. */
  readonly text: string;
  /** Lessons whose exercise is solved. */
  readonly done: readonly string[];
  /** The box that newcomers are shown was put away. */
  readonly isBoxAway: boolean;
}

/** Where nobody has begun. */
export const FIRST_LESSON_STATE: LessonState = { lesson: null, at: 0, hints: 0, text: '', done: [], isBoxAway: false };

/** Anybody can write a link: what is not as expected is as in the beginning. */
export function lessonStateOf(own: Json | undefined): LessonState {
  if (typeof own !== 'object' || own === null || Array.isArray(own)) return FIRST_LESSON_STATE;
  const { lesson, at, hints, text, done, isBoxAway } = own as Readonly<Record<string, Json>>;
  return {
    lesson: typeof lesson === 'string' ? lesson : null,
    at: countOf(at),
    hints: countOf(hints),
    text: typeof text === 'string' ? text : '',
    done: Array.isArray(done) ? done.filter((id) => typeof id === 'string') : [],
    isBoxAway: isBoxAway === true,
  };
}

/** As it stands in a link. */
export function lessonJson({ lesson, at, hints, text, done, isBoxAway }: LessonState): Json {
  return { lesson, at, hints, text, done: [...done], isBoxAway };
}

function countOf(value: Json | undefined): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
