/** @file A question in the middle of a lesson: what is shown has the answer, and the engine says whether it was found. */
import { useId } from 'preact/hooks';
import { messageOf } from '../state/store.ts';
import { GradeLine } from './gradeLine.tsx';
import type { Question, Shown } from './lesson.ts';
import { aboutShown, type QuestionAnswer, questionAnswers } from './lessonData.ts';
import { Told } from './told.tsx';

const UNANSWERED: QuestionAnswer = { choice: '', grade: null };

/** The panel. @param shown what the question is about @param id what its answer is kept by */
export function QuestionPanel({ question, shown, id }: { readonly question: Question; readonly shown: Shown; readonly id: string }) {
  const { choice, grade } = questionAnswers.value[id] ?? UNANSWERED;
  const answer = (parts: Partial<QuestionAnswer>) => {
    questionAnswers.value = { ...questionAnswers.peek(), [id]: { ...(questionAnswers.peek()[id] ?? UNANSWERED), ...parts } };
  };
  const name = useId();
  const ask = aboutShown(shown);
  const gradeNow = async () => {
    try {
      return choice === '' ? { isRight: false, why: 'Nothing is chosen yet.' } : await question.grade(choice, ask);
    } catch (error) {
      return { isRight: false, why: messageOf(error) };
    }
  };
  const check = async () => {
    answer({ grade: 'grading' });
    const found = await gradeNow();
    // Another one was chosen meanwhile.
    if (questionAnswers.peek()[id]?.choice === choice || choice === '') answer({ grade: found });
  };
  return (
    <form
      class="exercise question"
      aria-label="A question before you go on"
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <Told tell={() => question.text(ask)} />
      <fieldset>
        <legend class="hidden">Answers</legend>
        {question.options.map(({ id: option, label }) => (
          <label key={option} class="option">
            <input type="radio" name={name} checked={choice === option} onChange={() => answer({ choice: option, grade: null })} /> {label}
          </label>
        ))}
      </fieldset>
      <p class="controls">
        <button type="submit" disabled={grade === 'grading'}>
          Is it so?
        </button>
      </p>
      <GradeLine grade={grade} />
    </form>
  );
}
