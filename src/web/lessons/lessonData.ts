/** @file The open lesson as the page has it: where the learner is, what the engine says of what is shown, and what becomes of an answer. */
import { computed, signal } from '@preact/signals';
import type { Json, PageState } from '../../cli/page/pageState.ts';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { engine } from '../engine/engine.ts';
import type { AnswerOf, RunAnswer, RunRequest } from '../engine/protocol.ts';
import { isMendedOf, mendedOf } from '../shared/mended.ts';
import { isSameScenario } from '../state/sameScenario.ts';
import { catalogue, change, messageOf, page, runNow, running } from '../state/store.ts';
import { type Ask, askAbout, type Caller } from './ask.ts';
import type { Exercise, Grade, Lesson, Named, Shown } from './lesson.ts';
import { FIRST_LESSON_STATE, type LessonState, lessonJson, lessonStateOf } from './lessonState.ts';
import { LESSONS } from './lessons.ts';

/** Where the learner is. */
export const lessonState = computed<LessonState>(() => lessonStateOf(page.value?.own.lessons));

/** The open lesson; null = the list. */
export const openLesson = computed<Lesson | null>(() => LESSONS.find(({ id }) => id === lessonState.value.lesson) ?? null);

/** What came of the last answer; `grading` while the engine looks at it. */
export const graded = signal<Grade | 'grading' | null>(null);

/** Answers to the questions of this visit, by `questionKey`: who goes back finds them again. */
export const questionAnswers = signal<Readonly<Record<string, QuestionAnswer>>>({});

/** What was chosen, and what the engine says of it. */
export interface QuestionAnswer {
  readonly choice: string;
  readonly grade: Grade | 'grading' | null;
}

/** @param at step of the lesson */
export function questionKey({ id }: Lesson, at: number): string {
  return `${id} ${at}`;
}

/** What was made of an exercise, by lesson: kept while one looks at the steps, or at another lesson, and comes back. */
const exercisesLeft = new Map<string, ExerciseLeft>();

interface ExerciseLeft {
  readonly scenario: ScenarioInput;
  readonly text: string;
  readonly hints: number;
  readonly grade: Grade | null;
}

/** Whether the text of what is opened takes the focus: it was led to by a button. */
export const isLed = signal(false);

let underWay: { readonly scenario: ScenarioInput; readonly pastChecks: boolean; readonly answer: Promise<RunAnswer> } | null = null;

/** A run that the page shows is the one that the lesson tells of: it is made once. */
const callOnPage: Caller = async (name, request) => {
  const state = page.peek();
  if (name !== 'run' || state === null) return engine.call(name, request);
  const { scenario, pastChecks } = request as RunRequest;
  if (scenario !== state.scenario || pastChecks !== state.pastChecks) return engine.call(name, request);
  if (underWay?.scenario !== scenario || underWay.pastChecks !== pastChecks) {
    const answer = runShown();
    const mine = { scenario, pastChecks, answer };
    underWay = mine;
    const forget = () => {
      if (underWay === mine) underWay = null;
    };
    answer.then(forget, forget);
  }
  return (await underWay.answer) as AnswerOf<typeof name>;
};

async function runShown(): Promise<RunAnswer> {
  const before = running.peek();
  if (before.kind !== 'done' || !before.isCurrent) await runNow();
  const run = running.peek();
  if (run.kind === 'failed') throw new Error(run.failure.message);
  if (run.kind !== 'done' || !run.isCurrent) throw new Error('the run was given up');
  return run.answer;
}

const named: Named = (name) => {
  const found = catalogue.peek()?.scenarios.find((choice) => choice.name === name);
  if (found === undefined) throw new Error(`there is no scenario ${name}`);
  return found.scenario;
};

const asks = new WeakMap<ScenarioInput, Map<boolean, Ask>>();

/** The engine about a scenario; what it has answered is kept with the scenario. */
export function about(scenario: ScenarioInput, pastChecks: boolean): Ask {
  const known = asks.get(scenario) ?? new Map<boolean, Ask>();
  asks.set(scenario, known);
  const ask = known.get(pastChecks) ?? askAbout(callOnPage, scenario, pastChecks);
  known.set(pastChecks, ask);
  return ask;
}

/** The engine about what a text shows. */
export function aboutShown({ scenario, pastChecks = false }: Shown): Ask {
  return about(scenario(named), pastChecks);
}

/** What a step or the exercise of a lesson shows. @param at one past the last step = the exercise */
export function shownAt({ steps, exercise }: Lesson, at: number): Shown {
  return steps[at]?.show ?? exercise.show;
}

function withState(state: PageState, parts: Partial<LessonState>, own: Readonly<Record<string, Json>> = {}): PageState['own'] {
  return { ...state.own, ...own, lessons: lessonJson({ ...lessonStateOf(state.own.lessons), ...parts }) };
}

/** Changes what the link holds of the lesson. */
export function setLessonState(parts: Partial<LessonState>): void {
  const state = page.peek();
  if (state !== null) change({ own: withState(state, parts) });
}

/** Back to the list. */
export function closeLesson(): void {
  leaveExercise();
  graded.value = null;
  const { done, isBoxAway } = lessonState.peek();
  setLessonState({ ...FIRST_LESSON_STATE, done, isBoxAway });
}

/** Remembers what was made of the exercise that is open, if one is. */
function leaveExercise(): void {
  const lesson = openLesson.peek();
  const state = page.peek();
  const { at, text, hints } = lessonState.peek();
  if (lesson === null || state === null || at < lesson.steps.length) return;
  const grade = graded.peek();
  exercisesLeft.set(lesson.id, { scenario: state.scenario, text, hints, grade: grade === 'grading' ? null : grade });
}

/** The exercise as it was given. */
export async function startOver(lesson: Lesson): Promise<void> {
  await open(lesson, lesson.steps.length, null);
}

/** Goes to a step of a lesson, or its exercise, and sets up what is shown beside it. An exercise is as it was left. */
export async function goTo(lesson: Lesson, at: number): Promise<void> {
  leaveExercise();
  await open(lesson, at, at < lesson.steps.length ? null : (exercisesLeft.get(lesson.id) ?? null));
}

async function open(lesson: Lesson, at: number, left: ExerciseLeft | null): Promise<void> {
  const state = page.peek();
  if (state === null) return;
  const shown = shownAt(lesson, at);
  const scenario = left?.scenario ?? shown.scenario(named);
  const pastChecks = shown.pastChecks ?? false;
  graded.value = left?.grade ?? null;
  isLed.value = true;
  change({
    view: 'lessons',
    scenario,
    pastChecks,
    selection: null,
    step: 0,
    own: withState(state, { lesson: lesson.id, at, hints: left?.hints ?? 0, text: left?.text ?? '' }, { pools: { zoom: shown.zoom ?? 'node' } }),
  });
  const ask = about(scenario, pastChecks);
  // Pools show the damage of a run of what is shown, and another variant may have been the last to run.
  if (shown.beside === 'pools') ask.run().catch(() => {});
  const [selection, step] = [await shown.selection?.(ask), await shown.step?.(ask)];
  const now = page.peek();
  if (now === null || now.scenario !== scenario || lessonState.peek().at !== at) return;
  if (selection !== undefined || step !== undefined) change({ ...(selection === undefined ? {} : { selection }), ...(step === undefined ? {} : { step }) });
}

/** How what stands beside a text relates to what the text tells of: it is that, its mended variant, or something else that was set up in the playground. */
export type BesideText = 'own' | 'mended' | 'other';

/** Of the step that is open. What a learner makes of an exercise is its own. */
export function besideText(lesson: Lesson, at: number, { scenario }: Pick<PageState, 'scenario'>): BesideText {
  const own = shownAt(lesson, at).scenario(named);
  if (own === scenario || isSameScenario(own, scenario)) return 'own';
  if (isMendedOf(own, scenario)) return at < lesson.steps.length ? 'mended' : 'own';
  return at < lesson.steps.length ? 'other' : 'own';
}

/** The mended variant of what a text tells of; null where there is none. */
export function mendedShown({ scenario }: Shown): ScenarioInput | null {
  return mendedOf(scenario(named));
}

/** Puts another variant beside a text, with nothing picked in it. */
export function showBeside(scenario: ScenarioInput): void {
  change({ scenario, selection: null, step: 0 });
}

/** Has the engine look at what the learner has made. */
export async function handIn(lesson: Lesson): Promise<void> {
  const state = page.peek();
  if (state === null) return;
  const { exercise } = lesson;
  graded.value = 'grading';
  const answer = { scenario: state.scenario, text: lessonState.peek().text };
  const grade = await gradeOf(exercise, answer, state.pastChecks);
  // Another answer, or another lesson, by now.
  if (page.peek()?.scenario !== answer.scenario || openLesson.peek() !== lesson) {
    graded.value = null;
    return;
  }
  graded.value = grade;
  const { done } = lessonState.peek();
  if (grade.isRight && !done.includes(lesson.id)) setLessonState({ done: [...done, lesson.id] });
}

async function gradeOf(exercise: Exercise, answer: { readonly scenario: ScenarioInput; readonly text: string }, pastChecks: boolean): Promise<Grade> {
  try {
    return await exercise.grade(answer, about(answer.scenario, pastChecks), aboutShown(exercise.show));
  } catch (error) {
    // A scenario that is none: the engine's own words say which field.
    return { isRight: false, why: messageOf(error) };
  }
}

/** Puts the answer in, and hands it in: there is always a way on. */
export async function showSolution(lesson: Lesson): Promise<void> {
  try {
    const { scenario, text } = await lesson.exercise.solve(aboutShown(lesson.exercise.show));
    change({ scenario });
    setLessonState({ text });
  } catch (error) {
    graded.value = { isRight: false, why: messageOf(error) };
    return;
  }
  await handIn(lesson);
}
