/** @file The faults that are planted: a list to take from, and one to add from. */
import { useMemo } from 'preact/hooks';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import type { Catalogue } from '../engine/protocol.ts';
import { catalogue, change, checked } from '../state/store.ts';
import { withValue } from './editScenario.ts';
import { problemsAt } from './problems.ts';

type Fault = NonNullable<ScenarioInput['faults']>[number];

const NO_KINDS: Catalogue['faults'] = [];

/** What is planted, and what could be. */
export function FaultList({ scenario }: { readonly scenario: ScenarioInput }) {
  const kinds = catalogue.value?.faults ?? NO_KINDS;
  const faults = scenario.faults ?? [];
  const answer = checked.value;
  const problems = answer?.ok === false ? problemsAt(answer.problems, ['faults']) : [];
  const set = (next: readonly Fault[]) => change({ scenario: withValue(scenario, ['faults'], next.length === 0 ? undefined : next) });
  const options = useMemo(
    () =>
      kinds.map(({ kind, title }) => (
        <option key={kind} value={kind}>
          {title}
        </option>
      )),
    [kinds],
  );
  const titleOf = (kind: string) => kinds.find((entry) => entry.kind === kind)?.title ?? kind;
  return (
    <fieldset>
      <legend>Faults</legend>
      {faults.length > 0 && (
        <ul class="chips">
          {faults.map((fault, index) => (
            <li key={index}>
              <span>
                {titleOf(fault.kind)}
                {settingsText(fault)}
              </span>
              <button type="button" aria-label={`Take out: ${titleOf(fault.kind)}`} onClick={() => set(faults.filter((_, other) => other !== index))}>
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <label>
        Plant
        <select value="" onChange={(event) => event.currentTarget.value !== '' && set([...faults, { kind: event.currentTarget.value } as Fault])}>
          <option value="">{faults.length === 0 ? 'no fault' : 'another fault'}</option>
          {options}
        </select>
      </label>
      {problems.length > 0 && <p class="wrong">{problems.join(' ')}</p>}
    </fieldset>
  );
}

function settingsText({ kind: _kind, ...settings }: Fault): string {
  const given = Object.entries(settings);
  return given.length === 0 ? '' : ` (${given.map(([key, value]) => `${key} ${String(value)}`).join(', ')})`;
}
