/** @file Which of a scenario's problems belong to which field. */
import type { SimErrorFacts } from '../../core/errors.ts';
import { formatPath, type ScenarioPath } from '../../scenario/problems.ts';

/** Problems at a path or under it, as sentences. */
export function problemsAt(problems: readonly SimErrorFacts[], path: ScenarioPath): readonly string[] {
  const place = formatPath(path);
  return problems.filter(({ where }) => covers(place, where?.path ?? '')).map(({ what, mend }) => `${sentence(what)}${mend === undefined ? '' : ` ${mend}`}`);
}

/** Problems of a list, with the entry that each is of: `Entry 2: must be an integer.` */
export function problemsOfList(problems: readonly SimErrorFacts[], path: ScenarioPath): readonly string[] {
  return problems.flatMap((problem) => {
    const entry = /\[(\d+)\]/.exec(problem.where?.path ?? '')?.[1];
    return problemsAt([problem], path).map((text) =>
      entry === undefined ? text : `Entry ${Number(entry) + 1}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
    );
  });
}

/** Problems that none of these paths has. */
export function problemsElsewhere(problems: readonly SimErrorFacts[], paths: readonly ScenarioPath[]): readonly SimErrorFacts[] {
  const places = paths.map(formatPath);
  return problems.filter(({ where }) => !places.some((place) => covers(place, where?.path ?? '')));
}

function covers(place: string, path: string): boolean {
  return path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`);
}

function sentence(what: string): string {
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
}
