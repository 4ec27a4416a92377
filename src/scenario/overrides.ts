/** @file Single values set over a scenario, as flags do it: `prefill.pageSize=64`. */

import { SimError } from '../core/errors.ts';
import { counted } from '../core/units.ts';
import { isModelPreset } from '../model/presets.ts';
import { formatPath, type Locate, type ScenarioPath } from './problems.ts';

/** One value to set. */
export interface Override {
  readonly path: ScenarioPath;
  readonly value: unknown;
  /** What the user wrote, for messages: `--set prefill.pageSize=64`. */
  readonly writtenAs: string;
}

/**
 * Reads `path=value`. The value is JSON where it is valid JSON, else text: `64`, `null`, `[0,4,128]`, `{"tp":2}`, `unified`.
 * @throws SimError(bad-input) where there is no `=` or the path is none
 */
export function parseOverride(assignment: string): Override {
  const writtenAs = `--set ${assignment}`;
  const split = assignment.indexOf('=');
  const pathText = assignment.slice(0, Math.max(0, split)).trim();
  if (!/^[A-Za-z]\w*(\[\d{1,9}\]|\.[A-Za-z]\w*)*$/.test(pathText)) {
    throw new SimError('bad-input', {
      what: 'expected path=value',
      where: { file: writtenAs },
      mend: 'Write a place in the scenario and its value, such as prefill.pageSize=64 or requests[0].length=300.',
    });
  }
  const path = [...pathText.matchAll(/(\w+)|\[(\d+)\]/g)].map(([part]) => (part.startsWith('[') ? Number(part.slice(1, -1)) : part));
  const text = assignment.slice(split + 1).trim();
  const value = parseValue(text);
  if (typeof value === 'string' && /^[{[]/.test(value)) {
    throw new SimError('bad-input', {
      what: 'a value in brackets must be JSON',
      where: { file: writtenAs },
      mend: 'Quote its keys and texts, as in \'prefill.speculation={"draftTokens":4}\', or set its parts one by one.',
    });
  }
  return { path, value, writtenAs };
}

function parseValue(text: string): unknown {
  if (/^\d+$/.test(text) && !Number.isSafeInteger(Number(text))) return BigInt(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/**
 * A copy of the scenario's values with the overrides in place, later ones winning. Missing mappings on the way appear; a model given as text becomes an
 * object on that base when one of its fields is set.
 * @throws SimError(bad-input) where a path runs through a value that has no such parts
 */
export function applyOverrides(value: unknown, overrides: readonly Override[]): unknown {
  const root: Container = { scenario: copyOf(value) };
  for (const override of overrides) {
    if (override.path[0] === 'model' && override.path.length > 1) modelAsObject(root.scenario);
    setAt(root, override);
  }
  return root.scenario;
}

/** A deep copy of parsed values. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)]));
}

type Container = Record<string | number, unknown>;

function setAt(root: Container, { path, value, writtenAs }: Override): void {
  const keys = ['scenario', ...path];
  let parent = root;
  for (const [depth, key] of keys.entries()) {
    const given = Object.hasOwn(parent, key) ? parent[key] : undefined;
    if (Array.isArray(parent) ? typeof key !== 'number' || key > parent.length : typeof key === 'number') {
      throw new SimError('bad-input', {
        what: `there is no ${formatPath(path.slice(0, depth))} in the scenario to set`,
        where: { file: writtenAs },
        mend: Array.isArray(parent)
          ? `The list has ${counted(parent.length, 'entry', 'entries')}; their numbers start at 0.`
          : 'Only lists have numbered entries.',
      });
    }
    const isLast = depth === keys.length - 1;
    const isContainer = typeof given === 'object' && given !== null;
    if (!isLast && !isContainer && given !== undefined && given !== null) {
      throw new SimError('bad-input', {
        what: `${formatPath(path.slice(0, depth))} is a single value without parts`,
        values: { found: String(given) },
        where: { file: writtenAs },
        mend: 'Set it whole, or give it as a mapping in the scenario.',
      });
    }
    const next = isLast ? value : isContainer ? given : {};
    // defineProperty, since a key may be called __proto__.
    Object.defineProperty(parent, key, { value: next, writable: true, enumerable: true, configurable: true });
    parent = next as Container;
  }
}

function modelAsObject(scenario: unknown): void {
  if (typeof scenario !== 'object' || scenario === null || !('model' in scenario) || typeof scenario.model !== 'string') return;
  scenario.model = isModelPreset(scenario.model) ? { preset: scenario.model } : { config: scenario.model };
}

/** Places that came from an override are shown as the flag the user wrote, all others where the scenario has them. */
export function locateWithOverrides(locate: Locate, overrides: readonly Override[]): Locate {
  return (path, atKey) => {
    const startsWith = (long: ScenarioPath, short: ScenarioPath) => short.every((part, i) => part === long[i]);
    const source = overrides.findLast(({ path: set }) => startsWith(path, set) || (atKey && startsWith(set, path)));
    return source === undefined ? locate(path, atKey) : { file: source.writtenAs };
  };
}
