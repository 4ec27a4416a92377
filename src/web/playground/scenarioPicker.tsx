/** @file Where to start from: a built-in scenario, its mended variant, and the model. */
import { signal } from '@preact/signals';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { engine } from '../engine/engine.ts';
import type { ScenarioChoice } from '../engine/protocol.ts';
import { isSameScenario } from '../state/sameScenario.ts';
import { catalogue, change, earlier, messageOf, notice, undo } from '../state/store.ts';
import { withValue } from './editScenario.ts';
import { found, scenarioGroups } from './scenarioGroups.ts';

/** A search, two lists, and what the scenario is about. */
export function ScenarioPicker({ scenario }: { readonly scenario: ScenarioInput }) {
  const all = catalogue.value;
  if (all === null) return null;
  const chosen = all.scenarios.find((choice) => isSameScenario(choice.scenario, scenario));
  const matches = found(all.scenarios, search.value);
  // What is shown stays in the list, whatever is searched for.
  const isListed = chosen !== undefined && matches.includes(chosen);
  return (
    <fieldset>
      <legend>Scenario</legend>
      <Search all={all.scenarios} matches={matches} />
      <label>
        Start from
        <select value={chosen?.name ?? ''} onChange={(event) => start(all.scenarios, event.currentTarget.value)}>
          {chosen === undefined && <option value="">{`${scenario.name ?? 'a scenario'}, changed`}</option>}
          {chosen !== undefined && !isListed && <option value={chosen.name}>{`${chosen.name}: ${chosen.title}`}</option>}
          {scenarioGroups(matches).map(({ label, choices }) => (
            <optgroup key={label} label={label}>
              {choices.map(({ name, title }) => (
                <option key={name} value={name}>
                  {name}: {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
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
        {scenario.fixed !== undefined && (
          <button type="button" onClick={() => void mendAll(scenario)}>
            Take the mended variant
          </button>
        )}
        <button type="button" disabled={earlier.value.length === 0} onClick={undo}>
          Undo
        </button>
      </p>
    </fieldset>
  );
}

/** What is searched for among the scenarios. */
const search = signal('');

/** A field that makes the list below it short; Enter takes what is found where it is one. */
function Search({ all, matches }: { readonly all: readonly ScenarioChoice[]; readonly matches: readonly ScenarioChoice[] }) {
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
        {search.value.trim() === '' ? '' : isOne ? `${only.name}: Enter takes it.` : `${matches.length} found, listed below.`}
      </p>
    </>
  );
}

function start(choices: readonly ScenarioChoice[], name: string): void {
  const choice = choices.find((candidate) => candidate.name === name);
  if (choice !== undefined) change({ scenario: choice.scenario, selection: null, step: 0, pastChecks: false });
}

async function mendAll(scenario: ScenarioInput): Promise<void> {
  try {
    change({ scenario: await engine.call('fixed', scenario) });
  } catch (error) {
    notice.value = messageOf(error);
  }
}
