/** @file The look of a state of words as a small sample, and the legend of what is damaged: the same at every zoom. */
import type { WordState } from '../engine/rowProtocol.ts';
import { DAMAGE_STATES, WORD_LOOKS } from './wordLooks.ts';

/** A sample; says nothing to screen readers, since its name stands beside it. */
export function WordSwatch({ state }: { readonly state: WordState }) {
  const { letter, strokes } = WORD_LOOKS[state];
  return (
    <span class={`wordSwatch is-${state} ${strokes}`} aria-hidden="true">
      {letter === '' ? '' : <span class="wordLetter">{letter}</span>}
    </span>
  );
}

/** Every state that is damage, the worst first. */
export function DamageLegend() {
  return (
    <ul class="legend" aria-label="Damage of the last transfer">
      {DAMAGE_STATES.toReversed().map((state) => (
        <li key={state}>
          <WordSwatch state={state} /> {WORD_LOOKS[state].title}
        </li>
      ))}
    </ul>
  );
}
