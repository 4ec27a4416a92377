/** A scenario written back resolves to the same hash, and is written the same again: a report of the definition in a report is the same report. */
import { expect, it } from 'vitest';
import { BUILTIN_SCENARIOS } from '../../src/scenario/builtin/index.ts';
import { REPORT_SCENARIOS } from '../../src/scenario/builtin/reportScenarios.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import type { ScenarioInput } from '../../src/scenario/scenarioSchema.ts';
import { validateScenario } from '../../src/scenario/validateScenario.ts';
import { writtenScenario } from '../../src/scenario/writtenScenario.ts';

const all = [...BUILTIN_SCENARIOS.entries(), ...REPORT_SCENARIOS.map(({ scenario }) => [scenario.name, scenario] as const)];

it.each(all)('%s', (name: string, scenario: ScenarioInput) => {
  for (const variant of scenario.fixed === undefined ? (['given'] as const) : (['given', 'fixed'] as const)) {
    const resolved = resolveScenario(scenario, { name, locate: () => ({}), config: null, variant });
    const written = writtenScenario(resolved);
    const again = resolveScenario(
      validateScenario(JSON.parse(JSON.stringify(written)), () => ({})),
      { name, locate: () => ({}), config: null },
    );
    expect(again.hash).toBe(resolved.hash);
    expect(JSON.stringify(writtenScenario(again))).toBe(JSON.stringify(written));
  }
});
