/** @file `layout`: every list that both nodes register, as people read it and as the engine's own `kv_args` names it. No device is touched. */
import { loadScenario } from '../scenario/node/loadScenario.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import { layoutReport, layoutScenario } from './layoutReport.ts';
import { checkOutput, deliver, type OutputFlags, wantsColor } from './output.ts';
import { overridesOf, type ScenarioFlagValues, variantOf } from './scenarioFlags.ts';

/**
 * Runs the command.
 * @param named a built-in scenario or a file
 */
export async function layout(named: string, flags: OutputFlags & ScenarioFlagValues): Promise<ExitCode> {
  await checkOutput(flags);
  const scenario = await loadScenario(named, overridesOf(flags), variantOf(flags));
  const nodes = layoutScenario(scenario);
  await deliver(flags, layoutReport(nodes), async () => (await import('./layoutText.ts')).layoutText(scenario, nodes, wantsColor(flags)));
  return nodes.prefill.refusal === null && nodes.decode.refusal === null ? EXIT.ok : EXIT.wrong;
}
