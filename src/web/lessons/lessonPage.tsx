/** @file One lesson: its steps one by one, each with something to look at, then the exercise. */
import { useEffect, useRef } from 'preact/hooks';
import { change, messageOf, notice, page } from '../state/store.ts';
import { BesidePanel } from './besidePanel.tsx';
import { ExercisePanel } from './exercisePanel.tsx';
import type { Beside, Lesson } from './lesson.ts';
import { aboutShown, besideText, closeLesson, goTo, graded, isLed, lessonState, questionKey, shownAt } from './lessonData.ts';
import { LESSONS } from './lessons.ts';
import { MendedLink, MendedText, OtherBeside } from './mendedText.tsx';
import { QuestionPanel } from './questionPanel.tsx';
import { Told } from './told.tsx';
import { WordList } from './wordList.tsx';

const WHOLE_VIEWS: Readonly<Partial<Record<Beside, 'playground' | 'pools' | 'transfer'>>> = {
  checks: 'playground',
  verdict: 'playground',
  run: 'playground',
  pools: 'pools',
  transfer: 'transfer',
  rings: 'transfer',
};

function go(lesson: Lesson, at: number): void {
  goTo(lesson, at).catch((error: unknown) => {
    notice.value = messageOf(error);
  });
}

/** The lesson. */
export function LessonPage({ lesson }: { readonly lesson: Lesson }) {
  const { at: asked } = lessonState.value;
  const at = Math.min(asked, lesson.steps.length);
  const step = lesson.steps[at];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Who opens a link is at the top of the page; who goes on by a button is led to the text.
    if (isLed.peek()) heading.current?.focus();
    isLed.value = false;
  }, [lesson, at]);
  const next = LESSONS[LESSONS.indexOf(lesson) + 1];
  const isSolved = graded.value !== null && graded.value !== 'grading' && graded.value.isRight;
  const shown = shownAt(lesson, at);
  const { beside } = shown;
  const state = page.value;
  const what = state === null ? 'own' : besideText(lesson, at, state);
  const whole = WHOLE_VIEWS[beside];
  return (
    <div class="lesson">
      <section class="text" aria-labelledby="lesson-title">
        <p class="controls">
          <button type="button" onClick={closeLesson}>
            ← All lessons
          </button>
          <span class="faint">{at < lesson.steps.length ? `Step ${at + 1} of ${lesson.steps.length}, then an exercise` : 'Exercise'}</span>
        </p>
        <h2 id="lesson-title">{what === 'mended' ? `Mended: ${lesson.title}` : lesson.title}</h2>
        <h3 ref={heading} tabIndex={-1}>
          {what === 'mended' ? 'The same hand-off, mended' : step === undefined ? 'Your turn' : step.title}
        </h3>
        {what === 'other' && <OtherBeside shown={shown} />}
        {state !== null && what === 'mended' ? (
          <MendedText key={`mended ${at}`} shown={shown} mended={state.scenario} pastChecks={state.pastChecks} />
        ) : step === undefined ? (
          <ExercisePanel key={lesson.id} lesson={lesson} />
        ) : (
          <>
            <Told key={`${lesson.id} ${at}`} tell={() => step.tell(aboutShown(step.show))} />
            {step.question !== undefined && <QuestionPanel key={`question ${at}`} question={step.question} shown={step.show} id={questionKey(lesson, at)} />}
            {at + 1 === lesson.steps.length && <MendedLink shown={step.show} />}
          </>
        )}
        <p class="controls">
          {at > 0 && (
            <button type="button" onClick={() => go(lesson, at - 1)}>
              Back
            </button>
          )}
          {at < lesson.steps.length && (
            <button type="button" class="primary" onClick={() => go(lesson, at + 1)}>
              {at + 1 < lesson.steps.length ? 'Next' : 'To the exercise'}
            </button>
          )}
          {at === lesson.steps.length && next !== undefined && (
            <button type="button" class={isSolved ? 'primary' : undefined} onClick={() => go(next, 0)}>
              Next lesson: {next.title}
            </button>
          )}
        </p>
        <WordList />
      </section>
      <section class="beside" aria-label="To look at">
        {whole !== undefined && (
          <p class="wholeView">
            <button type="button" class="link" onClick={() => change({ view: whole })}>
              Open this in its own view
            </button>
          </p>
        )}
        <BesidePanel kind={beside} />
      </section>
    </div>
  );
}
