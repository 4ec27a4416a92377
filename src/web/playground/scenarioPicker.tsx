/** @file Where to start from: a built-in scenario, its mended variant, and the model. */
import { computed, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import type { ScenarioChoice } from '../engine/protocol.ts';
import { faultyOf, mendedOf } from '../shared/mended.ts';
import { isSameScenario } from '../state/sameScenario.ts';
import { catalogue, change, earlier, undo } from '../state/store.ts';
import { withValue } from './editScenario.ts';
import { found as foundAmong, scenarioGroups } from './scenarioGroups.ts';

/** A search, two lists, and what the scenario is about. */
export function ScenarioPicker({ scenario }: { readonly scenario: ScenarioInput }) {
  const all = catalogue.value;
  if (all === null) return null;
  const chosen = all.scenarios.find((choice) => isSameScenario(choice.scenario, scenario));
  const mended = mendedOf(scenario);
  const faulty = faultyOf(scenario, all.scenarios);
  return (
    <fieldset>
      <legend>Scenario</legend>
      <Search all={all.scenarios} />
      <ScenarioList all={all.scenarios} chosen={chosen ?? null} isMended={faulty !== null} />
      {scenario.title !== undefined && <p class="faint">{scenario.title}</p>}
      {chosen?.source != null && (
        <p class="faint">{chosen.report === null ? chosen.source : `${chosen.report} in the list of public reports: ${chosen.source}`}</p>
      )}
      {scenario.description !== undefined && <p class="faint">{scenario.description}</p>}
      {typeof scenario.model === 'string' && (
        <label>
          Model
          <select value={scenario.model} onChange={(event) => change({ scenario: withValue(scenario, ['model'], event.currentTarget.value) })}>
            {all.models.map((model) => (
              <option key={model}>{model}</option>
            ))}
          </select>
        </label>
      )}
      <p class="controls">
        {mended !== null && (
          <button type="button" onClick={() => change({ scenario: mended })}>
            Take the mended variant
          </button>
        )}
        {faulty !== null && (
          <button type="button" onClick={() => change({ scenario: faulty })}>
            Back to the faulty variant
          </button>
        )}
        <button type="button" disabled={earlier.value.length === 0} onClick={undo}>
          Undo
        </button>
      </p>
    </fieldset>
  );
}

/** The list itself. A change of the scenario leaves its options as they are: there are so many that to go through them would be most of a change's work. */
function ScenarioList({
  all,
  chosen,
  isMended,
}: {
  readonly all: readonly ScenarioChoice[];
  readonly chosen: ScenarioChoice | null;
  /** Of one of them: no longer one of the list, and not the user's own. */
  readonly isMended: boolean;
}) {
  const matches = found.value;
  // What is shown stays in the list, whatever is searched for.
  const apart = chosen === null || matches.includes(chosen) ? null : chosen;
  const options = useMemo(
    () => (
      <>
        <option value="" disabled hidden>
          {isMended ? 'the mended variant of one of these' : 'a scenario of your own, or one that you changed'}
        </option>
        {apart !== null && <option value={apart.name}>{`${apart.name}: ${apart.title}`}</option>}
        {scenarioGroups(matches).map(({ label, choices }) => (
          <optgroup key={label} label={label}>
            {choices.map(({ name, title }) => (
              <option key={name} value={name}>
                {name}: {title}
              </option>
            ))}
          </optgroup>
        ))}
      </>
    ),
    [matches, apart, isMended],
  );
  return (
    <label>
      Start from
      <select value={chosen?.name ?? ''} onChange={(event) => start(all, event.currentTarget.value)}>
        {options}
      </select>
    </label>
  );
}

/** What is searched for among the scenarios. */
const search = signal('');
/** What the search finds; all, where nothing is searched for. */
const found = computed(() => foundAmong(catalogue.value?.scenarios ?? [], search.value));

/** A field that makes the list below it short; Enter takes what is found where it is one. */
function Search({ all }: { readonly all: readonly ScenarioChoice[] }) {
  const matches = found.value;
  const [only] = matches;
  const isOne = matches.length === 1 && only !== undefined;
  return (
    <>
      <label>
        Find among {all.length}
        <input
          type="search"
          value={search.value}
          placeholder="ring, abort, B27, #24878"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => {
            search.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (isOne) start(all, only.name);
          }}
        />
      </label>
      <p class="faint found" role="status">
        {search.value.trim() === ''
          ? ''
          : isOne
            ? `${only.name}: Enter takes it.`
            : matches.length === 0
              ? 'Nothing found.'
              : `${matches.length} found, listed below.`}
      </p>
    </>
  );
}

function start(choices: readonly ScenarioChoice[], name: string): void {
  const choice = choices.find((candidate) => candidate.name === name);
  if (choice !== undefined) change({ scenario: choice.scenario, selection: null, step: 0, pastChecks: false });
}
