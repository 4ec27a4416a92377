/** @file `repro`: a message, a scenario or two launches as runs on a device: as given, past the check, mended. */
import { basename, resolve } from 'node:path';
import { stringify } from 'yaml';
import { SimError } from '../core/errors.ts';
import { acquireDevice } from '../device/node/acquireDevice.ts';
import { carryOut, type ReproResult } from '../launch/repro/carryOut.ts';
import type { ReproCase } from '../launch/repro/reproCase.ts';
import type { LaunchFlags } from './checkLaunches.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import { checkOutput, deliver, type OutputFlags, wantsColor } from './output.ts';
import { type ReportLink, reportLink } from './page/reportLink.ts';
import { parseBytes } from './parseBytes.ts';
import { showProgress } from './progress.ts';
import { type ReproInput, readReproInput } from './reproInput.ts';
import { type ReproReport, reproReport } from './reproReport.ts';
import { namesOfScenarioFlags, type ScenarioFlagValues } from './scenarioFlags.ts';

/** Flags of `repro` beside those of every command. `--out` takes the scenario here. */
export interface ReproFlags {
  readonly device: string;
  readonly maxMemory?: string;
  /** File for the Markdown report. */
  readonly report?: string;
  /** File for the page. */
  readonly html?: string;
}

/**
 * Runs the command.
 * @param words a message, which may have lost its quotes on the way, a file, a scenario, or `-`
 */
export async function repro(words: readonly string[], flags: OutputFlags & ReproFlags & LaunchFlags & ScenarioFlagValues): Promise<ExitCode> {
  const { out, report: reportFile, html, force } = flags;
  await refuseOutputs({ '--out': out, '--report': reportFile, '--html': html }, force);
  const budget = flags.maxMemory === undefined ? {} : { maxMemoryBytes: parseBytes(flags.maxMemory, '--max-memory') };
  const input = await readReproInput(words.join(' '), flags);
  refuseFlags(words, input);
  refuseScenarioFlags(input, flags);
  const cases = input.reproductions.flatMap((reproduction) => reproduction.cases);
  const results = cases.length === 0 ? [] : await carryOutAll(cases, flags, budget);
  const report = reproReport(input.reproductions, results);
  if (out !== undefined && results[0] !== undefined) await writeText(out, force, scenarioText(results[0]));
  if (reportFile !== undefined) {
    const { reproMarkdown } = await import('../report/reproMarkdown.ts');
    await writeText(reportFile, force, reproMarkdown(input, results));
  }
  if (html !== undefined) {
    const { reproPage } = await import('../report/html/reproPage.ts');
    const { reproductions, lines } = input;
    const explorer = await linkOf(basename(html), report);
    await writeText(html, force, reproPage({ reproductions, lines, results, data: report, explorer }));
  }
  const { json, quiet } = flags;
  const printed: OutputFlags = { ...(json === undefined ? {} : { json }), ...(quiet === undefined ? {} : { quiet }) };
  await deliver(printed, report, async () => (await import('./reproText.ts')).reproText(input, results, wantsColor(printed)));
  return isShown(input, results) ? EXIT.ok : results.some(({ runs }) => runs.asGiven.verdict.status === 'VOID') ? EXIT.void : EXIT.wrong;
}

/** The command lets flags that it does not know pass, since messages may begin with one; where no message is found such a word is a slip. */
function refuseFlags(words: readonly string[], { reproductions, kind }: ReproInput): void {
  const flag = words.find((word) => /^--[\w-]+(?:=|$)/.test(word));
  if (flag === undefined || kind !== 'message' || reproductions.length > 0) return;
  throw new SimError('bad-input', { what: `repro has no flag ${flag}`, mend: 'See repro --help.' });
}

/** What changes a scenario changes nothing of a message's or a launch's, and is not passed over. @throws SimError(bad-input) */
function refuseScenarioFlags({ kind }: ReproInput, flags: ScenarioFlagValues): void {
  // A revision can be given beside launches.
  const given = namesOfScenarioFlags(flags).filter((name) => kind !== 'launches' || name !== 'revision');
  const [foreign] = flags.fixed === true ? [...given, 'fixed'] : given;
  if (kind === 'scenario' || foreign === undefined) return;
  throw new SimError('bad-input', {
    what: `--${foreign} changes a scenario, and ${kind === 'message' ? 'a message is' : 'launches are'} given`,
    mend: 'Leave it out; or write the scenario with --out FILE, and run that with the flag.',
  });
}

/** Everything that was recognised is reproduced and mended. */
function isShown({ reproductions }: ReproInput, results: readonly ReproResult[]): boolean {
  return results.length > 0 && reproductions.every(({ reason }) => reason === null) && results.every(({ shortfalls }) => shortfalls.length === 0);
}

async function carryOutAll(
  cases: readonly ReproCase[],
  flags: OutputFlags & ReproFlags,
  budget: { readonly maxMemoryBytes?: number },
): Promise<readonly ReproResult[]> {
  const device = await acquireDevice({ choice: flags.device, ...budget });
  const progress = showProgress(flags);
  try {
    const results: ReproResult[] = [];
    for (const reproCase of cases) results.push(await carryOut(reproCase, device, progress.report));
    return results;
  } finally {
    progress.end();
    await device.close();
  }
}

/** Refuses files that cannot be written, and one file for two things, before any work is done for them. @throws SimError(file), SimError(bad-input) */
async function refuseOutputs(files: Readonly<Record<string, string | undefined>>, force: boolean | undefined): Promise<void> {
  const named = Object.entries(files).flatMap(([flag, file]) => (file === undefined ? [] : [{ flag, file }]));
  for (const [index, { flag, file }] of named.entries()) {
    const other = named.slice(0, index).find((before) => resolve(before.file) === resolve(file));
    if (other !== undefined) {
      throw new SimError('bad-input', { what: `${other.flag} and ${flag} name one file`, where: { file }, mend: 'Give each a file of its own.' });
    }
    await checkOutput({ out: file, ...(force === undefined ? {} : { force }) });
  }
}

function writeText(file: string, force: boolean | undefined, text: string): Promise<void> {
  return deliver({ out: file, ...(force === undefined ? {} : { force }) }, null, () => text);
}

/** Opens the report in the explorer, whose other views show the first case as it was given. */
async function linkOf(name: string, report: ReproReport): Promise<ReportLink | null> {
  const { scenarios } = report;
  return scenarios === null || scenarios === undefined ? null : reportLink({ name, text: JSON.stringify(report) }, scenarios.asGiven);
}

/** The scenario as a file: a run of it, and one with --fixed, meet what it expects. */
function scenarioText({ scenario }: ReproResult): string {
  return stringify(scenario, { lineWidth: 0, aliasDuplicateObjects: false });
}
