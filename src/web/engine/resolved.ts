/** @file A scenario of the page, resolved. */
import type { ResolvedScenario } from '../../scenario/resolvedScenario.ts';
import { resolveScenario } from '../../scenario/resolveScenario.ts';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { validateScenario } from '../../scenario/validateScenario.ts';

/** A page has no file that a place could be in; a scenario without a name is the page's own. @throws SimError(bad-input) */
export function resolvedOf(scenario: ScenarioInput): ResolvedScenario {
  return resolveScenario(
    validateScenario(scenario, () => ({})),
    { name: 'playground', locate: () => ({}), config: null },
  );
}
