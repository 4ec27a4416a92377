/** @file A question in the middle of a lesson: what is shown has the answer, and the engine says whether it was found. */
import { useId, useState } from 'preact/hooks';
import { messageOf } from '../state/store.ts';
import { GradeLine } from './gradeLine.tsx';
import type { Grade, Question, Shown } from './lesson.ts';
import { aboutShown } from './lessonData.ts';
import { Told } from './told.tsx';

/** The panel. @param shown what the question is about */
export function QuestionPanel({ question, shown }: { readonly question: Question; readonly shown: Shown }) {
  const [choice, setChoice] = useState('');
  const [grade, setGrade] = useState<Grade | 'grading' | null>(null);
  const name = useId();
  const ask = aboutShown(shown);
  const check = async () => {
    setGrade('grading');
    try {
      setGrade(choice === '' ? { isRight: false, why: 'Nothing is chosen yet.' } : await question.grade(choice, ask));
    } catch (error) {
      setGrade({ isRight: false, why: messageOf(error) });
    }
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
        {question.options.map(({ id, label }) => (
          <label key={id} class="option">
            <input
              type="radio"
              name={name}
              checked={choice === id}
              onChange={() => {
                setChoice(id);
                setGrade(null);
              }}
            />{' '}
            {label}
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
