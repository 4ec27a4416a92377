/** @file All built-in scenarios as a list: what `disagg-sim scenarios` prints and the documentation is made from. */
import type { VerdictStatus } from '../../core/finding.ts';
import { memoryNeeded } from '../memoryNeeded.ts';
import { resolveScenario } from '../resolveScenario.ts';
import type { ScenarioInput } from '../scenarioSchema.ts';
import { BUILTIN_SCENARIOS } from './index.ts';
import type { ReportClass } from './reportScenario.ts';
import { REPORT_SCENARIOS } from './reportScenarios.ts';

/** One built-in scenario. */
export interface CatalogueScenario {
  readonly name: string;
  readonly title: string;
  /** `preset`: a model as it is served. */
  readonly class: ReportClass | 'preset';
  /** Number in the list of reports, such as `B27`; null where there is no report. */
  readonly report: string | null;
  /** Repository and number of the thread; null where there is none. */
  readonly source: string | null;
  /** The check, finding or part of the accounting that notices; null for presets. */
  readonly caughtBy: string | null;
  /** The verdicts that should come out, as given and mended; null where nothing is foretold, or there is nothing to mend. */
  readonly expect: { readonly given: VerdictStatus | null; readonly fixed: VerdictStatus | null };
  /** Whether memory is laid out at all, and how many bytes of it, as given. 0 where a node refuses to start, or the plan alone is judged. */
  readonly needs: { readonly device: boolean; readonly memoryBytes: number };
}

/** Every built-in scenario, presets first. */
export function scenarioCatalogue(): readonly CatalogueScenario[] {
  const presets = [...BUILTIN_SCENARIOS].map(([name, scenario]) =>
    entryOf(name, scenario, { class: 'preset', report: null, source: null, caughtBy: null } as const),
  );
  const reports = REPORT_SCENARIOS.map(({ scenario, ...origin }) => entryOf(scenario.name, scenario, origin));
  return [...presets, ...reports];
}

function entryOf(name: string, scenario: ScenarioInput, origin: Pick<CatalogueScenario, 'class' | 'report' | 'source' | 'caughtBy'>): CatalogueScenario {
  const resolved = resolveScenario(scenario, { name, locate: () => ({}), config: null });
  const memoryBytes = resolved.judgedBy === 'plan' ? 0 : (memoryNeeded(resolved)?.bytes ?? 0);
  return {
    name,
    title: resolved.title,
    class: origin.class,
    report: origin.report,
    source: origin.source,
    caughtBy: origin.caughtBy,
    expect: { given: scenario.expect?.status ?? null, fixed: scenario.fixed?.expect.status ?? null },
    needs: { device: memoryBytes > 0, memoryBytes },
  };
}

/** A built-in scenario by its name; undefined where there is none of that name. */
export function builtinScenario(name: string): ScenarioInput | undefined {
  return BUILTIN_SCENARIOS.get(name) ?? REPORT_SCENARIOS.find(({ scenario }) => scenario.name === name)?.scenario;
}

/** Names of all built-in scenarios. */
export function builtinNames(): readonly string[] {
  return [...BUILTIN_SCENARIOS.keys(), ...REPORT_SCENARIOS.map(({ scenario }) => scenario.name)];
}
