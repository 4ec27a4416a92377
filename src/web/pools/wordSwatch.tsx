/** @file The look of a state of words as a small sample, and the legend of what is damaged: the same at every zoom. */
import { type MarkState, WORD_LOOKS } from './wordLooks.ts';

/** A sample; says nothing to screen readers, since its name stands beside it. */
export function WordSwatch({ state }: { readonly state: MarkState }) {
  const { letter, strokes } = WORD_LOOKS[state];
  return (
    <span class={`wordSwatch is-${state} ${strokes}`} aria-hidden="true">
      {letter === '' ? '' : <span class="wordLetter">{letter}</span>}
    </span>
  );
}

/** States with their names. */
export function DamageLegend({ states }: { readonly states: readonly MarkState[] }) {
  return (
    <ul class="legend" aria-label="Damage of the last transfer">
      {states.map((state) => (
        <li key={state}>
          <WordSwatch state={state} /> {WORD_LOOKS[state].title}
        </li>
      ))}
    </ul>
  );
}
