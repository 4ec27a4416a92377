/** @file A case on a device: as given, past the check where it is refused, and mended; and whether that is what was to be shown. */
import { findEntry } from '../../checks/catalogue.ts';
import { fillWords } from '../../checks/entry.ts';
import type { Finding, VerdictStatus } from '../../core/finding.ts';
import type { Device } from '../../device/device.ts';
import { resolveScenario } from '../../scenario/resolveScenario.ts';
import { type RunResult, runScenario } from '../../scenario/runScenario.ts';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import type { Progress } from '../../session/execute.ts';
import type { NamedScenario, ReproCase } from './reproCase.ts';

/** The three runs. */
export interface ReproRuns {
  readonly asGiven: RunResult;
  /** Null unless the run as given is refused. Where no pool exists past the refusal either, it is refused as well. */
  readonly pastCheck: RunResult | null;
  /** Null where no mend is known. */
  readonly mended: RunResult | null;
}

/** A case, carried out. */
export interface ReproResult extends ReproCase {
  /** With what came out as what is expected, so that a run of it tells whether it still does. */
  readonly scenario: NamedScenario;
  readonly runs: ReproRuns;
  /** Why it is not reproduced and mended, whole sentences; empty where it is. */
  readonly shortfalls: readonly string[];
}

/** Runs a case. @throws SimError as `runScenario` does */
export async function carryOut(reproCase: ReproCase, device: Device, onProgress?: Progress): Promise<ReproResult> {
  const { scenario } = reproCase;
  const run = (variant: 'given' | 'fixed', ignoreRefusals = false) =>
    runScenario(resolveScenario(scenario, { name: scenario.name, locate: () => ({}), config: null, variant }), {
      device,
      timing: false,
      ignoreRefusals,
      ...(onProgress === undefined ? {} : { onProgress }),
    });
  const asGiven = foremost(await run('given'), reproCase);
  const pastCheck = asGiven.verdict.status === 'REFUSE' ? await run('given', true) : null;
  const runs = { asGiven, pastCheck, mended: scenario.fixed === undefined ? null : await run('fixed') };
  return { ...reproCase, scenario: expecting(scenario, runs), runs, shortfalls: shortfallsOf(runs, reproCase) };
}

/** Whether bytes came out as they should. */
export function isClean(status: VerdictStatus): boolean {
  return status === 'PASS' || status === 'PASS_WITH_WARNING';
}

/** The result with the finding that was looked for in front of the others. */
function foremost(result: RunResult, looked: ReproCase): RunResult {
  const { findings } = result.verdict;
  const at = findings.findIndex((finding) => shows(finding, looked));
  const finding = findings[at];
  if (finding === undefined || at === 0) return result;
  return { ...result, verdict: { ...result.verdict, findings: [finding, ...findings.filter((_, index) => index !== at)] } };
}

/**
 * A message is compared word by word. It may have been cut behind its last value, or be another wording of the same: then the catalogue's words for its values count.
 */
function shows({ id, message, severity }: Finding, looked: Pick<ReproCase, 'id' | 'message' | 'values'>): boolean {
  if (looked.id === null) return severity !== 'info';
  if (looked.message === null || plainWords(looked.message) === '') return id === looked.id;
  const wanted = [looked.message, fillWords(findEntry(looked.id)?.words ?? '', looked.values)].map(plainWords);
  return wanted.includes(plainWords(message));
}

/** Words without the exception's name, runs of blanks as one, since terminals and mails break lines, and one behind the commas of tuples; state types by their name, as the wire has them. */
function plainWords(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/(\d),(?=-?\d)/g, '$1, ')
    .trim()
    .replace(/^[A-Z]\w*(?:Error|Exception): /, '')
    .replace(/\bStateType\.(\w+)/g, (_match, name: string) => name.toLowerCase());
}

function shortfallsOf({ asGiven, mended }: ReproRuns, looked: ReproCase): string[] {
  const { status, findings } = asGiven.verdict;
  const isShown = looked.id === null ? !isClean(status) : findings.some((finding) => shows(finding, looked));
  const instead = findings[0] === undefined ? '' : `; its first finding is: ${findings[0].message}`;
  const missing =
    looked.id === null ? `As given, the run ends ${status}: there is nothing to reproduce.` : `As given, the run ends ${status} without the message${instead}.`;
  return [
    ...(isShown ? [] : [missing]),
    ...(mended === null
      ? isShown
        ? ['No mend is known that a run could show.']
        : []
      : isClean(mended.verdict.status)
        ? []
        : [`With the mend the run ends ${mended.verdict.status}.`]),
  ];
}

function expecting({ expect: _before, ...scenario }: NamedScenario, { asGiven, mended }: ReproRuns): NamedScenario {
  const fixed = mended === null ? scenario.fixed : { ...scenario.fixed, expect: expectationOf(mended) };
  return { ...scenario, expect: expectationOf(asGiven), ...(fixed === undefined ? {} : { fixed }) };
}

/** The status, and every finding that is more than information. */
export function expectationOf({ verdict }: Pick<RunResult, 'verdict'>): NonNullable<ScenarioInput['expect']> {
  const ids = [...new Set(verdict.findings.filter(({ severity }) => severity !== 'info').map(({ id }) => id))];
  return { status: verdict.status, ...(ids.length === 0 ? {} : { findings: ids }) };
}
