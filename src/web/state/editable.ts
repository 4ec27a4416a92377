/** @file Whether the playground can show a scenario that the engine refuses to read: what somebody was in the middle of typing is in the page's link, too. */
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';

type Held = Readonly<Record<string, unknown>>;

/** True where everything that fields and lists look into is of its kind; values themselves may be wrong, and the checks say so. */
export function isEditable(value: unknown): value is ScenarioInput {
  if (!isRecord(value)) return false;
  const { name, title, description, model, prefill, decode, requests, faults, fixed } = value;
  return (
    [name, title, description].every((text) => text === undefined || typeof text === 'string') &&
    (typeof model === 'string' || isRecord(model)) &&
    [prefill, decode].every(isNode) &&
    isRequests(requests) &&
    (faults === undefined || (Array.isArray(faults) && faults.every((fault) => isRecord(fault) && typeof fault.kind === 'string'))) &&
    (fixed === undefined || isRecord(fixed))
  );
}

/** Settings may lie in mappings of their own, such as `speculation`. */
function isNode(node: unknown): boolean {
  return node === undefined || isRecord(node);
}

function isRequests(requests: unknown): boolean {
  if (Array.isArray(requests)) return requests.every(isRecord);
  if (!isRecord(requests)) return false;
  const { count, lengths } = requests;
  return Array.isArray(lengths) && lengths.every(isPlain) && (count === undefined || typeof count === 'number');
}

function isPlain(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'string';
}

function isRecord(value: unknown): value is Held {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
