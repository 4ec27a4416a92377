/** @file Single values of a scenario read and set, each change a new scenario that shares the rest with the old one. */
import type { ScenarioPath } from '../../scenario/problems.ts';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';

type Container = Readonly<Record<string | number, unknown>>;

/** The value at a path; undefined where there is none. */
export function valueAt(scenario: ScenarioInput, path: ScenarioPath): unknown {
  let held: unknown = scenario;
  for (const key of path) {
    if (!isContainer(held)) return undefined;
    held = held[key];
  }
  return held;
}

/**
 * The scenario with a value set; mappings on the way appear. With undefined the key is taken out, and with it mappings that hold nothing else.
 * The result is what the user wrote, right or wrong: the engine holds it against the schema.
 */
export function withValue(scenario: ScenarioInput, path: ScenarioPath, value: unknown): ScenarioInput {
  return (put(scenario, path, value) ?? {}) as ScenarioInput;
}

function put(held: unknown, [key, ...rest]: ScenarioPath, value: unknown): Container | undefined {
  if (key === undefined) return value as Container | undefined;
  const container = isContainer(held) ? held : {};
  const inner = rest.length === 0 ? value : put(container[key], rest, value);
  const { [key]: _replaced, ...others } = container;
  if (inner === undefined) return Object.keys(others).length === 0 ? undefined : others;
  // In its old place, so that a scenario keeps its order.
  return key in container ? { ...container, [key]: inner } : { ...others, [key]: inner };
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Prompt lengths as text: `300, 128, 1`. Of generated requests as many as are made. */
export function lengthsText({ requests }: ScenarioInput): string {
  if (Array.isArray(requests)) return requests.map(({ length }) => length).join(', ');
  const { count, lengths } = requests as Exclude<ScenarioInput['requests'], readonly unknown[]>;
  return Array.from({ length: Math.min(count ?? lengths.length, MOST_SHOWN) }, (_, i) => lengths[i % lengths.length]).join(', ');
}

const MOST_SHOWN = 1000;

/** Lengths as they were typed; what is no number stays what it is, for the engine to refuse. */
export function lengthsOf(text: string): ScenarioInput['requests'] {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.length === 0) return [];
  return { lengths: parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part)) } as ScenarioInput['requests'];
}

/** Whether requests have more to them than their lengths, which typing lengths would lose. */
export function hasPlaces({ requests }: ScenarioInput): boolean {
  return Array.isArray(requests) && requests.some((request) => Object.keys(request).length > 1);
}
