/** @file `run`: a scenario carried out on a device, and what arrived. */
import { formatBytes } from '../core/units.ts';
import { acquireDevice } from '../device/node/acquireDevice.ts';
import { unmetExpectations } from '../scenario/expectation.ts';
import { largestTensorBytes, memoryNeeded } from '../scenario/memoryNeeded.ts';
import { loadScenario } from '../scenario/node/loadScenario.ts';
import type { ResolvedScenario } from '../scenario/resolvedScenario.ts';
import { type RunResult, runScenario } from '../scenario/runScenario.ts';
import { EXIT, type ExitCode, exitCodeOfVerdict } from './exitCodes.ts';
import { checkOutput, deliver, type OutputFlags, wantsColor } from './output.ts';
import { parseBytes } from './parseBytes.ts';
import { showProgress } from './progress.ts';
import { runReport } from './runReport.ts';
import { overridesOf, type ScenarioFlagValues, variantOf } from './scenarioFlags.ts';

/** Flags of `run` beside those of every command. */
export interface RunFlags {
  readonly device: string;
  readonly maxMemory?: string;
  readonly stable?: boolean;
  readonly dryRun?: boolean;
  /** File that the run is written to as a page. */
  readonly html?: string;
}

/**
 * Runs the command.
 * @param named a built-in scenario or a file
 */
export async function run(named: string, flags: OutputFlags & RunFlags & ScenarioFlagValues): Promise<ExitCode> {
  await checkOutput(flags);
  const page: OutputFlags | null = flags.html === undefined ? null : { out: flags.html, ...(flags.force === true ? { force: true } : {}) };
  if (page !== null) await checkOutput(page);
  const budget = flags.maxMemory === undefined ? {} : { maxMemoryBytes: parseBytes(flags.maxMemory, '--max-memory') };
  const scenario = await loadScenario(named, overridesOf(flags), variantOf(flags));
  if (flags.dryRun === true) return dryRun(scenario, flags);
  const device = await acquireDevice({ choice: flags.device, minArenaBytes: largestTensorBytes(scenario), ...budget });
  const progress = showProgress(flags);
  let result: RunResult;
  try {
    // Without timings in the output there is nothing to time for.
    result = await runScenario(scenario, { device, onProgress: progress.report, timing: flags.stable !== true });
  } finally {
    progress.end();
    await device.close();
  }
  const stable = flags.stable === true;
  await deliver(flags, runReport(result, stable), async () => (await import('./runText.ts')).runText(result, wantsColor(flags), stable));
  if (page !== null) await deliver(page, null, async () => (await import('./runHtml.ts')).runHtml(result, stable));
  const unmet = unmetExpectations(result);
  return exitCodeOfVerdict(result.verdict.status, unmet === null ? null : unmet.length === 0);
}

/** Says the memory that a run would take. */
async function dryRun(scenario: ResolvedScenario, flags: OutputFlags): Promise<ExitCode> {
  const needed = memoryNeeded(scenario);
  const { name, hash, seed } = scenario;
  await deliver(flags, { schemaVersion: 1, scenario: { name, hash, seed }, memory: needed }, () =>
    needed === null
      ? `${name}: a node refuses to start, so nothing would be laid out; see: disagg-sim check`
      : `${name}: ${formatBytes(needed.bytes)} of device memory (prefill ${formatBytes(needed.prefillBytes)}, decode ${formatBytes(needed.decodeBytes)})`,
  );
  return needed === null ? EXIT.wrong : EXIT.ok;
}
