/** @file What is wrong with a scenario: all of it at once, each at its place, as one error. */
import { formatWhere, SimError, type SimErrorFacts, type Where } from '../core/errors.ts';

/** A place in a scenario, from the top: `['requests', 2, 'length']`. */
export type ScenarioPath = readonly (string | number)[];

/** Where a path stands in what the user wrote; at the key rather than its value where `atKey`. It may give a path of its own, of a scenario that stands within something else. */
export type Locate = (path: ScenarioPath, atKey: boolean) => Where;

/** One thing that is wrong. */
export interface Problem {
  readonly path: ScenarioPath;
  /** The key itself is wrong, not its value. */
  readonly atKey?: boolean;
  readonly what: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly mend?: string;
}

/** More than this many problems have one cause, and nobody reads them. */
const MOST_PROBLEMS = 20;

/** Bad input with a list of problems; the message has a line for each. */
export class ScenarioError extends SimError {
  /** In file order, 20 at most. */
  readonly problems: readonly SimErrorFacts[];

  constructor(problems: readonly SimErrorFacts[], total: number) {
    const [first, ...others] = problems;
    super('bad-input', first ?? { what: 'the scenario is wrong' });
    this.name = 'ScenarioError';
    this.problems = problems;
    if (others.length === 0) return;
    const lines = problems.map((facts) => new SimError('bad-input', facts).message);
    const rest = total > problems.length ? [`and ${total - problems.length} more`] : [];
    this.message = [`${total} problems:`, ...lines, ...rest].join('\n  ');
  }
}

/**
 * Places the problems and makes one error of them, in the order of the file.
 * @param problems at least one
 */
export function scenarioError(problems: readonly Problem[], locate: Locate): ScenarioError {
  const placed = problems.map(({ path, atKey, ...facts }) => ({ ...facts, where: { path: formatPath(path), ...locate(path, atKey ?? false) } }));
  const distinct = [...new Map(placed.map((facts) => [`${formatWhere(facts.where)} ${facts.what}`, facts])).values()];
  distinct.sort((a, b) => (a.where.line ?? 0) - (b.where.line ?? 0) || (a.where.column ?? 0) - (b.where.column ?? 0));
  return new ScenarioError(distinct.slice(0, MOST_PROBLEMS), distinct.length);
}

/** `requests[2].length`. */
export function formatPath(path: ScenarioPath): string {
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('');
}

/** A short print of a value that came from a file, for messages: JSON, cut at 60 characters. */
export function printValue(value: unknown): string {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  const text = JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
