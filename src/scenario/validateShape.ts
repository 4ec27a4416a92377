/** @file Holds parsed values against a schema, and says what is wrong in the user's words. */
import { z } from 'zod';
import { nearestName } from './nearestName.ts';
import { type Locate, type Problem, printValue, type ScenarioPath, scenarioError } from './problems.ts';

/** An issue as the schema library reports it, with the input that raised it. */
type Issue = z.core.$ZodIssue;

/**
 * Checks the shape of what a user wrote: keys, types, ranges.
 * @param value the parsed file
 * @throws ScenarioError with every problem, the nearest right name for each unknown key
 */
export function validateShape<T>(schema: z.ZodType<T>, value: unknown, locate: Locate): T {
  const keysAllowed = new Map<unknown, readonly string[]>();
  const result = schema.safeParse(value, {
    reportInput: true,
    // The library forgets the schema that raised an issue; its keys are noted down while it is still known.
    error: (issue) => {
      if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.core.$ZodObject) keysAllowed.set(issue.keys, Object.keys(issue.inst._zod.def.shape));
      return undefined;
    },
  });
  if (result.success) return result.data;
  throw scenarioError(
    result.error.issues.flatMap((issue) => problemsOf(issue, [], keysAllowed)),
    locate,
  );
}

/** The problems behind one issue: one for each unknown key, those of the fitting branch of a union, else one. */
function problemsOf(issue: Issue, prefix: ScenarioPath, keysAllowed: ReadonlyMap<unknown, readonly string[]>): Problem[] {
  const path: ScenarioPath = [...prefix, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
  if (issue.code === 'unrecognized_keys') {
    const allowed = keysAllowed.get(issue.keys) ?? [];
    return issue.keys.map((key) => unknownKey([...path, key], key, allowed));
  }
  if (issue.code === 'invalid_union') {
    const fitting = issue.errors.filter((branch) => !branch.some((inner) => inner.path.length === 0 && inner.code === 'invalid_type'));
    const branch = fitting.length === 1 ? fitting[0] : undefined;
    if (branch !== undefined) return branch.flatMap((inner) => problemsOf(inner, path, keysAllowed));
  }
  return [wrongValue(issue, path)];
}

function unknownKey(path: ScenarioPath, key: string, allowed: readonly string[]): Problem {
  const nearest = nearestName(key, allowed);
  const mend = nearest === null ? `Use one of ${allowed.join(', ')}.` : `Did you mean ${nearest}?`;
  return { path, atKey: true, what: `unknown key ${printValue(key)}`, mend };
}

function wrongValue(issue: Issue, path: ScenarioPath): Problem {
  // No text holds undefined: the key is not there, whatever the schema wanted of its value.
  if (issue.input === undefined) return { path: path.slice(0, -1), what: `the key ${String(path.at(-1) ?? '')} is missing` };
  const found = { found: printValue(issue.input) };
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const nearest = typeof issue.input === 'string' ? nearestName(issue.input, allowed) : null;
    return { path, what: `must be ${oneOf(allowed)}`, values: found, ...(nearest === null ? {} : { mend: `Did you mean ${nearest}?` }) };
  }
  if (issue.code === 'invalid_type' && (issue.expected === 'object' || issue.expected === 'record'))
    return { path, what: 'must be a mapping of keys to values', values: found };
  if (issue.code === 'invalid_type' && issue.expected === 'array') return { path, what: 'must be a list', values: found };
  return { path, what: issue.message, values: found };
}

function oneOf(allowed: readonly string[]): string {
  return allowed.length < 2 ? allowed.join('') : `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`;
}
