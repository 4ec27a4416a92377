/** @file Holds a parsed scenario against its schema. */
import type { Locate } from './problems.ts';
import { type ScenarioInput, scenarioSchema } from './scenarioSchema.ts';
import { validateShape } from './validateShape.ts';

/**
 * Checks the shape of a scenario: keys, types, ranges.
 * @param value the parsed file
 * @throws ScenarioError with every problem, the nearest right name for each unknown key
 */
export function validateScenario(value: unknown, locate: Locate): ScenarioInput {
  return validateShape(scenarioSchema, value, locate);
}
