/** @file The requests that are handed over, by their prompt lengths. */
import { signal } from '@preact/signals';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { change, checked } from '../state/store.ts';
import { hasPlaces, lengthsOf, lengthsText, withValue } from './editScenario.ts';
import { problemsOfList } from './problems.ts';

/** What is being typed, with the requests it became: the text stays as it is while it means them. */
const typed = signal<{ readonly text: string; readonly requests: ScenarioInput['requests'] } | null>(null);

/** One field. */
export function RequestFields({ scenario }: { readonly scenario: ScenarioInput }) {
  const answer = checked.value;
  const problems = answer?.ok === false ? problemsOfList(answer.problems, ['requests']) : [];
  const text = typed.value?.requests === scenario.requests ? typed.value.text : lengthsText(scenario);
  const set = (next: string) => {
    const requests = lengthsOf(next);
    typed.value = { text: next, requests };
    change({ scenario: withValue(scenario, ['requests'], requests) }, 'requests');
  };
  return (
    <fieldset>
      <legend>Requests</legend>
      <label>
        Prompt lengths, tokens
        <input
          type="text"
          inputMode="numeric"
          placeholder="300, 128, 1"
          autocomplete="off"
          value={text}
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length > 0 ? 'requests-wrong' : undefined}
          onInput={(event) => set(event.currentTarget.value)}
        />
      </label>
      {problems.length > 0 && (
        <p class="wrong" id="requests-wrong">
          The field takes whole numbers, one a request. {problems.join(' ')}
        </p>
      )}
      {hasPlaces(scenario) && <p class="faint">These requests have places fixed by the scenario; typing lengths puts plain ones in their stead.</p>}
    </fieldset>
  );
}
