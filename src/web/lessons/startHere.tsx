/** @file What a newcomer sees over the playground: two ways in, and the way back to a lesson that was left. It is there until it is put away; the link knows. */
import { change, messageOf, notice, page } from '../state/store.ts';
import { NAMED_LESSONS } from './lessonNames.ts';
import { lessonJson, lessonStateOf } from './lessonState.ts';

/** A strip, or nothing. */
export function StartHere() {
  const state = page.value;
  if (state === null || state.view !== 'playground') return null;
  const own = lessonStateOf(state.own.lessons);
  if (own.isBoxAway) return null;
  const openName = NAMED_LESSONS.find(({ id }) => id === own.lesson)?.name;
  return (
    <section class="startHere" aria-labelledby="start-here">
      <h2 id="start-here">Why did the text turn to garbage?</h2>
      <p>Two reports of servers that handed a request over without an error, and wrote nonsense. Find out why from the bytes, in about five minutes each:</p>
      <p class="controls">
        {own.lesson !== null && (
          <button type="button" class="primary" onClick={() => change({ view: 'lessons' })}>
            Go on with {openName ?? 'the lesson'}
          </button>
        )}
        {NAMED_LESSONS.filter(({ id }) => id !== own.lesson).map(({ id, name, seen }) => (
          <button key={id} type="button" class={own.lesson === null ? 'primary' : undefined} onClick={() => void begin(id)}>
            {name}: {seen}
          </button>
        ))}
        <button type="button" onClick={() => change({ view: 'lessons', own: { ...state.own, lessons: lessonJson({ ...own, lesson: null }) } })}>
          All lessons
        </button>
        <button type="button" onClick={() => change({ own: { ...state.own, lessons: lessonJson({ ...own, isBoxAway: true }) } })}>
          Put this away
        </button>
      </p>
    </section>
  );
}

/** Lessons are loaded when the first one is wanted. */
async function begin(id: string): Promise<void> {
  try {
    const [{ goTo }, { LESSONS }] = await Promise.all([import('./lessonData.ts'), import('./lessons.ts')]);
    const lesson = LESSONS.find((candidate) => candidate.id === id);
    if (lesson !== undefined) await goTo(lesson, 0);
  } catch (error) {
    notice.value = messageOf(error);
  }
}
