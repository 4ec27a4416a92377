/** @file The exercise of a lesson: the task, the form, what the engine says of the answer, hints, and the way on. */

import { FURTHER_ROWS, MAIN_ROWS } from '../playground/settingRows.ts';
import { SettingTable } from '../playground/settingTable.tsx';
import { change, page } from '../state/store.ts';
import { GradeLine } from './gradeLine.tsx';
import type { AnswerForm, Lesson, Option } from './lesson.ts';
import { aboutShown, graded, handIn, lessonState, setLessonState, showSolution, startOver } from './lessonData.ts';
import { Told } from './told.tsx';

/** The panel. */
export function ExercisePanel({ lesson }: { readonly lesson: Lesson }) {
  const { exercise } = lesson;
  const { hints } = lessonState.value;
  const isGrading = graded.value === 'grading';
  return (
    <>
      <Told tell={() => exercise.task(aboutShown(exercise.show))} />
      <form
        class="exercise"
        aria-label="Your answer"
        onSubmit={(event) => {
          event.preventDefault();
          void handIn(lesson);
        }}
      >
        <Form lesson={lesson} form={exercise.form} />
        <p class="controls">
          <button type="submit" class="primary" disabled={isGrading}>
            Check
          </button>
          {hints < exercise.hints.length && (
            <button type="button" onClick={() => setLessonState({ hints: hints + 1 })}>
              {hints === 0 ? 'A hint' : 'Another hint'}
            </button>
          )}
          <button type="button" onClick={() => void showSolution(lesson)}>
            Show the solution
          </button>
          <button type="button" onClick={() => void startOver(lesson)}>
            Start over
          </button>
        </p>
      </form>
      <GradeLine grade={graded.value} />
      {hints > 0 && (
        <ol class="hints" aria-label="Hints">
          {exercise.hints.slice(0, hints).map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ol>
      )}
    </>
  );
}

function Form({ lesson, form }: { readonly lesson: Lesson; readonly form: AnswerForm }) {
  const state = page.value;
  const { text } = lessonState.value;
  if (state === null) return null;
  if (form.kind === 'settings') {
    const rows = [...MAIN_ROWS, ...FURTHER_ROWS].filter(({ label }) => form.rows.includes(label));
    return <SettingTable caption="Settings of both nodes" rows={rows} scenario={state.scenario} />;
  }
  if (form.kind === 'text') {
    const picked = form.takesPicked === true ? state.selection : null;
    return (
      <>
        <label>
          {form.label}
          <input
            type="text"
            value={text}
            placeholder={form.placeholder}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => answerWith(event.currentTarget.value)}
          />
        </label>
        {form.takesPicked === true && (
          <p class="controls">
            <button type="button" disabled={picked === null} onClick={() => picked !== null && answerWith(picked.address)}>
              Use the picked address
            </button>
            <span class="faint">{picked === null ? 'Nothing is picked yet.' : `${picked.address}, on ${picked.side}`}</span>
          </p>
        )}
      </>
    );
  }
  return (
    <fieldset>
      <legend>{form.question}</legend>
      {form.options.map((option) => (
        <label key={option.id} class="option">
          <input type="radio" name={lesson.id} checked={text === option.id} onChange={() => choose(lesson, option)} /> {option.label}
        </label>
      ))}
    </fieldset>
  );
}

function answerWith(text: string): void {
  graded.value = null;
  setLessonState({ text });
}

function choose(lesson: Lesson, { id, put }: Option): void {
  answerWith(id);
  const { scenario } = aboutShown(lesson.exercise.show);
  change({ scenario: put === undefined ? scenario : put(scenario) });
}
