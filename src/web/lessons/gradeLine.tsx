/** @file What the engine says of an answer, also to screen readers. */
import type { Grade } from './lesson.ts';

/** A line; empty before anything was handed in. */
export function GradeLine({ grade }: { readonly grade: Grade | 'grading' | null }) {
  return (
    <div aria-live="polite">
      {grade === 'grading' && <p class="faint">The engine looks at it…</p>}
      {grade !== null && grade !== 'grading' && (
        <p class={`verdict grade ${grade.isRight ? 'good' : 'bad'}`}>
          <strong>{grade.isRight ? 'Right.' : 'Not yet.'}</strong> {grade.why}
        </p>
      )}
    </div>
  );
}
