/** @file Whether a run came out as its scenario says it should. */
import { formatInteger } from '../core/units.ts';
import type { RunResult } from './runScenario.ts';

/** What did not come out as expected, a sentence each; null where the scenario expects nothing. */
export function unmetExpectations({ scenario, checks, verdict }: Pick<RunResult, 'scenario' | 'checks' | 'verdict'>): readonly string[] | null {
  const { expect } = scenario;
  if (expect === null) return null;
  const reported = new Set([...checks, ...verdict.findings].map(({ id }) => id));
  const unmet: string[] = [];
  if (verdict.status !== expect.status) unmet.push(`expected ${expect.status}, and it is ${verdict.status}`);
  for (const id of expect.findings) if (!reported.has(id)) unmet.push(`expected the finding ${id}, which is not reported`);
  for (const [name, counts] of Object.entries(expect.bytes)) {
    const component = verdict.components.find((part) => part.name === name);
    for (const kind of ['right', 'wrong', 'missing', 'touched'] as const) {
      const bytes = (component?.[kind] ?? 0) * 4;
      const wanted = counts[kind];
      if (wanted !== undefined && bytes !== wanted)
        unmet.push(`expected ${formatInteger(wanted)} B of ${name} to be ${kind}, and it is ${formatInteger(bytes)} B`);
    }
  }
  return unmet;
}
