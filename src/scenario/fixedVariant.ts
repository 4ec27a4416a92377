/** @file The mended variant of a scenario: its `fixed` block put over it. */
import { SimError } from '../core/errors.ts';
import type { Locate, ScenarioPath } from './problems.ts';
import type { ScenarioInput } from './scenarioSchema.ts';

/**
 * The scenario with its `fixed` block put over it: mappings are merged, all other values replaced. Its title says that it is the mended one.
 * @throws SimError(bad-input) where the scenario has no such block
 */
export function fixedScenario(input: ScenarioInput): ScenarioInput {
  const { fixed, description: _ofTheFault, ...given } = input;
  if (fixed === undefined) {
    throw new SimError('bad-input', {
      what: 'the scenario has no fixed variant',
      where: { path: 'fixed' },
      mend: 'Leave --fixed out, or give the scenario a fixed block.',
    });
  }
  // Both have been held against the schema, and so fits what is put together of them. What is expected of the fault, and told of it, says nothing of the mended run.
  const title = given.title ?? given.name;
  return { ...(mergeValues(given, fixed) as ScenarioInput), expect: fixed.expect, ...(title === undefined ? {} : { title: `Mended: ${title}` }) };
}

/** Places of the merged scenario: in the `fixed` block where that has a say. */
export function locateFixed(input: ScenarioInput, locate: Locate): Locate {
  return (path, atKey) => locate(reaches(input.fixed, path) ? ['fixed', ...path] : path, atKey);
}

function reaches(value: unknown, path: ScenarioPath): boolean {
  let held = value;
  for (const part of path) {
    if (typeof held !== 'object' || held === null || !(part in held)) return false;
    held = (held as Record<string | number, unknown>)[part];
  }
  return path.length > 0;
}

function mergeValues(under: unknown, over: unknown): unknown {
  if (!isMapping(under) || !isMapping(over)) return over;
  const merged: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(over)) merged[key] = key in under ? mergeValues(under[key], value) : value;
  return merged;
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
