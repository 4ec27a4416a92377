/** @file Where to start from: a built-in scenario, its mended variant, and the model. */
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { engine } from '../engine/engine.ts';
import type { ScenarioChoice } from '../engine/protocol.ts';
import { isSameScenario } from '../state/sameScenario.ts';
import { catalogue, change, earlier, messageOf, notice, undo } from '../state/store.ts';
import { withValue } from './editScenario.ts';

/** Two lists, and what the scenario is about. */
export function ScenarioPicker({ scenario }: { readonly scenario: ScenarioInput }) {
  const all = catalogue.value;
  if (all === null) return null;
  const chosen = all.scenarios.find((choice) => isSameScenario(choice.scenario, scenario));
  const groups = Map.groupBy(all.scenarios, (choice) => choice.class);
  return (
    <fieldset>
      <legend>Scenario</legend>
      <label>
        Start from
        <select value={chosen?.name ?? ''} onChange={(event) => start(all.scenarios, event.currentTarget.value)}>
          {chosen === undefined && <option value="">{`${scenario.name ?? 'a scenario'}, changed`}</option>}
          {[...groups].map(([group, choices]) => (
            <optgroup key={group} label={group}>
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
