/** @file What a newcomer sees first: two ways in, over the playground. It goes when a lesson was begun, or it was put away; the link knows. */
import { change, messageOf, notice, page } from '../state/store.ts';
import { FIRST_LESSON_STATE, lessonJson } from './lessonState.ts';

const WAYS = [
  { id: 'o1', label: 'O1: every status said Success' },
  { id: 'o5', label: 'O5: bf16 on prefill, fp8 on decode' },
] as const;

/** A strip, or nothing. */
export function StartHere() {
  const state = page.value;
  if (state === null || state.view !== 'playground' || state.own.lessons !== undefined) return null;
  const leave = (view: 'lessons' | 'playground') => change({ view, own: { ...state.own, lessons: lessonJson(FIRST_LESSON_STATE) } });
  return (
    <section class="startHere" aria-labelledby="start-here">
      <h2 id="start-here">Why did the text turn to garbage?</h2>
      <p>Two reports of servers that handed a request over without an error, and wrote nonsense. Find out why from the bytes, in about five minutes each:</p>
      <p class="controls">
        {WAYS.map(({ id, label }) => (
          <button key={id} type="button" class="primary" onClick={() => void begin(id)}>
            {label}
          </button>
        ))}
        <button type="button" onClick={() => leave('lessons')}>
          All lessons
        </button>
        <button type="button" onClick={() => leave('playground')}>
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
