/**
 * @file What a lesson is: data, a small file each under course/. Its figures are asked of the engine when it is shown, never typed in; its exercise is graded by the engine on what the
 * learner has made of the scenario. To add a lesson: a file that exports a `Lesson`, and a line in lessons.ts.
 */

import type { Selection } from '../../cli/page/pageState.ts';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import type { Zoom } from '../pools/zoom.ts';
import type { Ask } from './ask.ts';

/** What can stand beside a text: parts of the other views, on the same page state; of `run`, `verdict` shows what is counted and leaves out what it means. */
export type Beside = 'checks' | 'verdict' | 'run' | 'pools' | 'transfer' | 'rings' | 'chart';

/** A built-in scenario by its name. @throws Error where there is none */
export type Named = (name: string) => ScenarioInput;

/** What is shown beside a text: a scenario, looked at in some way. */
export interface Shown {
  /** Steps that show the same scenario share this function, and with it what the engine has found out. */
  readonly scenario: (named: Named) => ScenarioInput;
  readonly beside: Beside;
  /** Go on past the engine's refusals. */
  readonly pastChecks?: boolean;
  /** What is picked in memory. */
  readonly selection?: (ask: Ask) => Promise<Selection>;
  readonly zoom?: Zoom;
  /** Steps of the transfer that are carried out. */
  readonly step?: (ask: Ask) => Promise<number>;
}

/** A piece of text with something to look at. */
export interface LessonStep {
  readonly title: string;
  /** Two to five sentences; what stands between backticks is code. */
  readonly tell: (ask: Ask) => Promise<string>;
  readonly show: Shown;
  /** Something to find out from what is shown, before the next step tells it. */
  readonly question?: Question;
}

/** A question with answers to choose from. Nobody has to answer it to go on. */
export interface Question {
  readonly text: (ask: Ask) => Promise<string>;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  /** Holds a choice against what the engine says. @param choice an option's id */
  readonly grade: (choice: string, ask: Ask) => Promise<Grade>;
}

/** What a learner hands in. */
export interface Answer {
  /** As they have edited it. */
  readonly scenario: ScenarioInput;
  /** What they typed or chose; empty where the form has nothing of the kind. */
  readonly text: string;
}

/** Whether an answer is right, and why, in the engine's words where it has some. */
export interface Grade {
  readonly isRight: boolean;
  readonly why: string;
}

/** One of several answers. */
export interface Option {
  readonly id: string;
  readonly label: string;
  /** What choosing it makes of the scenario; nothing where it is left out. */
  readonly put?: (start: ScenarioInput) => ScenarioInput;
}

/** How an answer is given. */
export type AnswerForm =
  /** Fields of the playground, by their labels. */
  | { readonly kind: 'settings'; readonly rows: readonly string[] }
  | { readonly kind: 'options'; readonly question: string; readonly options: readonly Option[] }
  /** What is typed; with `takesPicked`, the address that is picked in the pools can be taken. */
  | { readonly kind: 'text'; readonly label: string; readonly placeholder: string; readonly takesPicked?: boolean };

/** What a learner is asked to do. */
export interface Exercise {
  readonly task: (ask: Ask) => Promise<string>;
  readonly show: Shown;
  readonly form: AnswerForm;
  /** @param ask about what was handed in @param given about what the learner was given */
  readonly grade: (answer: Answer, ask: Ask, given: Ask) => Promise<Grade>;
  /** From a nudge to nearly the answer. */
  readonly hints: readonly [string, string, ...string[]];
  /** An answer that is right. */
  readonly solve: (given: Ask) => Promise<Answer>;
}

/** One lesson. */
export interface Lesson {
  /** Stands in links. */
  readonly id: string;
  readonly title: string;
  /** What one knows afterwards, in a sentence. */
  readonly about: string;
  readonly steps: readonly LessonStep[];
  readonly exercise: Exercise;
}
