/** @file Whether two scenarios say the same: fields that are edited make new objects, also where a value is put back. */
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';

/** Whether both have the same values at the same places; the order of keys does not matter. */
export function isSameScenario(a: ScenarioInput, b: ScenarioInput): boolean {
  return isSame(a, b);
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSame(a[key], b[key]));
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
