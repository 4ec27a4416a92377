/** @file `shrink`: a failing scenario made small, as YAML. Ctrl-C keeps the best so far. */
import { writeFileSync, writeSync } from 'node:fs';
import { stringify } from 'yaml';
import { acquireDevice } from '../device/node/acquireDevice.ts';
import { loadScenario } from '../scenario/node/loadScenario.ts';
import type { ScenarioInput } from '../scenario/scenarioSchema.ts';
import { type Failure, type Shrunk, shrinkScenario } from '../scenario/shrink.ts';
import { writtenScenario } from '../scenario/writtenScenario.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import { checkOutput, deliver, type OutputFlags } from './output.ts';
import { parseBytes } from './parseBytes.ts';
import { savedAtInterrupt } from './processGuards.ts';
import { showProgress } from './progress.ts';
import { overridesOf, type ScenarioFlagValues, variantOf } from './scenarioFlags.ts';

/** Flags of `shrink` beside those of every command. */
export interface ShrinkFlags {
  readonly device: string;
  readonly maxMemory?: string;
}

/** What `shrink --json` prints. */
export interface ShrinkReport {
  readonly schemaVersion: 1;
  readonly failure: Failure;
  readonly runs: number;
  readonly kept: number;
  readonly scenario: ScenarioInput;
}

/**
 * Runs the command.
 * @param named a built-in scenario or a file
 */
export async function shrink(named: string, flags: OutputFlags & ShrinkFlags & ScenarioFlagValues): Promise<ExitCode> {
  await checkOutput(flags);
  const budget = flags.maxMemory === undefined ? {} : { maxMemoryBytes: parseBytes(flags.maxMemory, '--max-memory') };
  const scenario = await loadScenario(named, overridesOf(flags), variantOf(flags));
  const device = await acquireDevice({ choice: flags.device, ...budget });
  const progress = showProgress(flags);
  // Until something has been taken away, the scenario itself is the best.
  let best = writtenScenario(scenario);
  const keep = () => keepNow(best, flags);
  savedAtInterrupt.add(keep);
  let shrunk: Shrunk;
  try {
    shrunk = await shrinkScenario(scenario, {
      device,
      onProgress: ({ runs, kept, what, ...now }) => {
        best = now.best;
        progress.report(`${kept} reductions in ${runs} runs, at ${what}`, 0, 1);
      },
    });
  } finally {
    savedAtInterrupt.delete(keep);
    progress.end();
    await device.close();
  }
  const { failure, runs, kept } = shrunk;
  const report: ShrinkReport = { schemaVersion: 1, failure, runs, kept, scenario: shrunk.best };
  await deliver(flags, report, () => `# ${kept} reductions in ${runs} runs; fails as ${failureText(failure)}\n${yamlOf(shrunk.best)}`);
  return EXIT.ok;
}

/** The process is about to end: written at once, to a name that was found free, or as the scenario on stdout. */
function keepNow(best: ScenarioInput, { out, force, json }: OutputFlags): void {
  const text = json === true ? `${JSON.stringify(best, null, 2)}\n` : `# Interrupted: the best so far.\n${yamlOf(best)}`;
  if (out === undefined) writeSync(1, text);
  else writeFileSync(out, text, { flag: force === true ? 'w' : 'wx' });
}

function failureText({ status, ids, cause }: Failure): string {
  return `${[status, ...ids].join(', ')}${cause === null ? '' : `; first cause: ${cause.class} in ${cause.component}`}`;
}

function yamlOf(scenario: ScenarioInput): string {
  return stringify(scenario, { lineWidth: 0, aliasDuplicateObjects: false });
}
