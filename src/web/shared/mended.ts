/** @file The faulty and the mended variant of one scenario, each found from the other. */
import { fixedScenario } from '../../scenario/fixedVariant.ts';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import type { ScenarioChoice } from '../engine/protocol.ts';
import { isSameScenario } from '../state/sameScenario.ts';

const known = new WeakMap<ScenarioInput, ScenarioInput>();

/** The mended variant of a scenario, the same object for the same one; null where it has none. */
export function mendedOf(scenario: ScenarioInput): ScenarioInput | null {
  if (scenario.fixed === undefined) return null;
  const mended = known.get(scenario) ?? fixedScenario(scenario);
  known.set(scenario, mended);
  return mended;
}

/** Whether a scenario is the mended variant of another. */
export function isMendedOf(faulty: ScenarioInput, scenario: ScenarioInput): boolean {
  const mended = mendedOf(faulty);
  return mended !== null && isSameScenario(mended, scenario);
}

/** The one of a list that a scenario is the mended variant of; null where it is of none. */
export function faultyOf(scenario: ScenarioInput, choices: readonly ScenarioChoice[]): ScenarioInput | null {
  // A mended one keeps its name: only one of the list needs to be looked at.
  const choice = scenario.fixed === undefined ? choices.find(({ name }) => name === scenario.name) : undefined;
  return choice !== undefined && isMendedOf(choice.scenario, scenario) ? choice.scenario : null;
}
