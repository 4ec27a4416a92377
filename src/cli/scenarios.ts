/** @file `scenarios`: every built-in scenario, by class and report. */
import { type CatalogueScenario, scenarioCatalogue } from '../scenario/builtin/catalogue.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import { checkOutput, deliver, type OutputFlags, wantsColor } from './output.ts';

/** What `scenarios --json` prints. */
export interface ScenariosReport {
  readonly schemaVersion: 1;
  readonly scenarios: readonly CatalogueScenario[];
}

/** Runs the command. */
export async function scenarios(flags: OutputFlags): Promise<ExitCode> {
  await checkOutput(flags);
  const report: ScenariosReport = { schemaVersion: 1, scenarios: scenarioCatalogue() };
  await deliver(flags, report, async () => (await import('./scenariosText.ts')).scenariosText(report.scenarios, wantsColor(flags)));
  return EXIT.ok;
}
