/** @file The lessons view: the list of lessons, or the one that is open. */
import { messageOf, notice } from '../state/store.ts';
import type { Lesson } from './lesson.ts';
import { goTo, lessonState, openLesson } from './lessonData.ts';
import { LessonPage } from './lessonPage.tsx';
import { GARBAGE_LESSONS, LESSONS } from './lessons.ts';

/** The view. */
export function LessonsView() {
  const lesson = openLesson.value;
  return lesson === null ? <LessonList /> : <LessonPage key={lesson.id} lesson={lesson} />;
}

function LessonList() {
  const others = LESSONS.filter((lesson) => !GARBAGE_LESSONS.includes(lesson));
  const { done } = lessonState.value;
  return (
    <>
      <section aria-labelledby="garbage">
        <h2 id="garbage">Why did the text turn to garbage?</h2>
        <p>Two hand-offs in which everything reported success. Five minutes each, from the verdict to the byte.</p>
        <Cards lessons={GARBAGE_LESSONS} />
      </section>
      <section aria-labelledby="others">
        <h2 id="others">How it works</h2>
        <Cards lessons={others} />
      </section>
      <p class="faint">
        {done.length} of {LESSONS.length} exercises solved. How far you are is kept in the page’s link, and nowhere else.
      </p>
    </>
  );
}

function Cards({ lessons }: { readonly lessons: readonly Lesson[] }) {
  return (
    <ul class="cards">
      {lessons.map((lesson) => (
        <li key={lesson.id}>
          <button type="button" class="card" onClick={() => begin(lesson)}>
            <strong>{lesson.title}</strong>
            <span>{lesson.about}</span>
            {lessonState.value.done.includes(lesson.id) && <span class="solved">✓ solved</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

function begin(lesson: Lesson): void {
  goTo(lesson, 0).catch((error: unknown) => {
    notice.value = messageOf(error);
  });
}
