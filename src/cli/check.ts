/** @file `check`: will these two nodes work together, and if not, which setting to change? No device is touched. */
import { SimError } from '../core/errors.ts';
import { type CheckReport, checkScenario, isFit, waivedIds } from './checkReport.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import { inputText } from './input.ts';
import { checkOutput, deliver, type OutputFlags, wantsColor } from './output.ts';
import { namesOfScenarioFlags, overridesOf, type ScenarioFlagValues, variantOf } from './scenarioFlags.ts';
import { folded } from './wrapText.ts';

/** Flags of `check` alone. */
export interface CheckFlags {
  readonly allowMismatch?: readonly string[];
  readonly prefill?: string;
  readonly decode?: string;
  readonly prefillFile?: string;
  readonly decodeFile?: string;
  readonly config?: string;
  readonly message?: string;
  readonly messageFrom?: string;
}

/** Far above any model's config. */
const MOST_CONFIG_BYTES = 2 ** 20;

/** Flags that say something of launches as well as of scenarios. */
const SHARED_FLAGS: ReadonlySet<string> = new Set(['revision']);

/**
 * Runs the command.
 * @param words a built-in scenario or a file; empty = none is named
 * @param byDefault the scenario where neither one nor a launch is given
 */
export async function check(words: readonly string[], byDefault: string, flags: OutputFlags & CheckFlags & ScenarioFlagValues): Promise<ExitCode> {
  await checkOutput(flags);
  const named = onlyName(words);
  const waive = waivedIds(flags.allowMismatch ?? []);
  const isLaunch = [flags.prefill, flags.decode, flags.prefillFile, flags.decodeFile].some((given) => given !== undefined);
  const report = isLaunch ? await checkGivenLaunches(named, flags, waive) : await checkNamed(named ?? byDefault, flags, waive);
  return isFit(report.verdict) ? EXIT.ok : EXIT.wrong;
}

/** @throws SimError(bad-input) for launch lines that stand where a scenario does, and for several names */
function onlyName(words: readonly string[]): string | undefined {
  const isLine = words.some((word) => /\bsglang\b|--disaggregation-mode/.test(word) && /\s/.test(word));
  if (!isLine && words.length < 2) return words[0];
  throw new SimError('bad-input', {
    what: isLine ? 'this is a launch line, and no scenario' : 'several scenarios are given',
    mend: isLine
      ? "Say whose each line is: disagg-sim check --prefill 'COMMAND' --decode 'COMMAND'."
      : 'Give one of them; to compare two dumps: disagg-sim diff A B.',
  });
}

async function checkNamed(named: string, flags: OutputFlags & CheckFlags & ScenarioFlagValues, waive: readonly string[]): Promise<CheckReport> {
  if (flags.config !== undefined) {
    throw new SimError('bad-input', { what: '--config goes with launch lines', mend: 'A scenario names its model itself, or with --model.' });
  }
  if (flags.message !== undefined || flags.messageFrom !== undefined) {
    throw new SimError('bad-input', {
      what: `--message${flags.message === undefined ? '-from' : ''} goes with launch lines`,
      mend: "Give them with --prefill 'COMMAND' --decode 'COMMAND'; without them: disagg-sim explain TEXT.",
    });
  }
  const { loadScenario } = await import('../scenario/node/loadScenario.ts');
  const scenario = await loadScenario(named, overridesOf(flags), variantOf(flags)).catch(async (error: unknown) => {
    throw (await modelConfigError(named)) ?? error;
  });
  const report = checkScenario(scenario, waive);
  await deliver(flags, report, async () => {
    const { scenarioCheckText } = await import('./checkText.ts');
    return folded(scenarioCheckText(scenario, report, wantsColor(flags)), flags);
  });
  return report;
}

/** A model's config.json given for a scenario; null where the file is something else. */
async function modelConfigError(named: string): Promise<SimError | null> {
  if (named === '-' || !named.toLowerCase().endsWith('.json')) return null;
  const text = await inputText(named, 'scenario', MOST_CONFIG_BYTES).catch(() => '');
  if (!/"(?:architectures|model_type)"\s*:/.test(text)) return null;
  return new SimError('bad-input', {
    what: 'this is the config.json of a model, and no scenario',
    where: { file: named },
    mend: `Check a pair that loads it: disagg-sim check --model ${named}; or beside launch lines: --config ${named}.`,
  });
}

async function checkGivenLaunches(
  named: string | undefined,
  flags: OutputFlags & CheckFlags & ScenarioFlagValues,
  waive: readonly string[],
): Promise<CheckReport> {
  const foreign = namesOfScenarioFlags(flags).find((name) => !SHARED_FLAGS.has(name));
  if (named !== undefined || foreign !== undefined) {
    throw new SimError('bad-input', {
      what: named === undefined ? `--${foreign} changes a scenario, and launches are given` : `the scenario ${named} and launches are both given`,
      mend: 'Give either a scenario, or the launches of prefill and decode.',
    });
  }
  const { checkLaunches } = await import('./checkLaunches.ts');
  const { revision } = flags;
  const checked = await checkLaunches({ ...flags, ...(typeof revision === 'string' ? { revision } : {}) }, waive);
  await deliver(flags, checked.report, async () => {
    const { launchCheckText } = await import('./checkText.ts');
    return folded(launchCheckText(checked, wantsColor(flags)), flags);
  });
  return checked.report;
}
