/** @file `check`: would both nodes start with these settings? No device is touched. */
import { loadScenario } from '../scenario/node/loadScenario.ts';
import { checkScenario } from './checkReport.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import { checkOutput, deliver, type OutputFlags, wantsColor } from './output.ts';
import { overridesOf, type ScenarioFlagValues } from './scenarioFlags.ts';

/**
 * Runs the command.
 * @param named a built-in scenario or a file
 */
export async function check(named: string, flags: OutputFlags & ScenarioFlagValues): Promise<ExitCode> {
  await checkOutput(flags);
  const scenario = await loadScenario(named, overridesOf(flags));
  const report = checkScenario(scenario);
  await deliver(flags, report, async () => (await import('./checkText.ts')).checkText(scenario, report, wantsColor(flags)));
  return report.verdict === 'fits' || report.verdict === 'fits-with-warnings' ? EXIT.ok : EXIT.wrong;
}
