/** @file What `repro` concludes, as plain data. */
import { findEntry } from '../checks/catalogue.ts';
import { matchWords, type Values } from '../checks/entry.ts';
import { maskText } from '../launch/mask.ts';
import type { ReproResult } from '../launch/repro/carryOut.ts';
import type { Reproduction } from '../launch/repro/reproCase.ts';
import type { RunResult } from '../scenario/runScenario.ts';
import type { ScenarioInput } from '../scenario/scenarioSchema.ts';
import { writtenScenario } from '../scenario/writtenScenario.ts';
import type { Verdict } from '../verify/verdict.ts';

/** The verdicts of the three runs, as `run --json` has them. */
export interface RunsReport {
  readonly asGiven: Verdict;
  /** Null unless `asGiven` is refused. */
  readonly pastCheck: Verdict | null;
  /** Null where no mend is known. */
  readonly mended: Verdict | null;
}

/** What the runs were of, as pages of `run --html` carry it: carried out again, each comes to the same verdict. */
export interface CaseScenarios {
  /** Of the first two runs: the second one goes on past the check. */
  readonly asGiven: ScenarioInput;
  /** Null where no mend is known. */
  readonly mended: ScenarioInput | null;
}

/** A message or finding with the values in it. */
export interface Recognised {
  readonly id: string;
  readonly values: Values;
}

/** One of several cases. */
export interface CaseReport {
  readonly id: string | null;
  readonly scenario: string;
  readonly title: string;
  /** Absent in reports from before it was written down. */
  readonly scenarios?: CaseScenarios;
  readonly runs: RunsReport;
  readonly mend: string | null;
  /** Why it is not reproduced and mended; empty where it is. */
  readonly shortfalls: readonly string[];
}

/** What `repro --json` prints. */
export interface ReproReport {
  readonly schemaVersion: 1;
  readonly recognised: readonly Recognised[];
  /** Of the first case; null where there is none, absent in reports from before it was written down. */
  readonly scenarios?: CaseScenarios | null;
  /** Of the first case; null where there is none. */
  readonly runs: RunsReport | null;
  readonly mend: string | null;
  /** Why the first case is not reproduced and mended; empty where it is. */
  readonly shortfalls: readonly string[];
  /** The other cases: other messages of a log, or another way to bring the message about. */
  readonly others: readonly CaseReport[];
  /** Recognised, and no run can show it. */
  readonly unable: readonly (Recognised & { readonly reason: string })[];
}

/** Puts together what came of everything that was recognised. */
export function reproReport(reproductions: readonly Reproduction[], results: readonly ReproResult[]): ReproReport {
  const [first, ...others] = results;
  const runs = first === undefined ? null : runsReport(first);
  return {
    schemaVersion: 1,
    recognised: reproductions.flatMap(recognisedOf(results)),
    scenarios: first === undefined ? null : scenariosOf(first),
    runs,
    mend: first?.mend ?? null,
    shortfalls: first?.shortfalls ?? [],
    others: others.map((result) => ({
      id: result.id,
      scenario: result.scenario.name,
      title: result.scenario.title,
      scenarios: scenariosOf(result),
      runs: runsReport(result),
      mend: result.mend,
      shortfalls: result.shortfalls,
    })),
    unable: reproductions.flatMap(({ id, values, reason }) => (reason === null ? [] : [{ id, values: masked(values), reason }])),
  };
}

/** A scenario is recognised by the findings of its run, a message by its id. */
function recognisedOf(results: readonly ReproResult[]): (reproduction: Reproduction) => Recognised[] {
  return ({ id, values, cases }) => {
    if (findEntry(id) !== undefined || cases.length === 0) return [{ id, values: masked(values) }];
    const ran = results.filter((result) => cases.some((own) => own.scenario.name === result.scenario.name));
    const findings = ran.flatMap(({ runs }) => runs.asGiven.verdict.findings.filter(({ severity }) => severity !== 'info'));
    const found = findings.map((finding) => ({ id: finding.id, values: matchWords(findEntry(finding.id)?.words ?? '', finding.message) ?? {} }));
    return [...new Map(found.map((recognised) => [JSON.stringify(recognised), recognised])).values()];
  };
}

function runsReport({ runs: { asGiven, pastCheck, mended } }: ReproResult): RunsReport {
  const verdictOf = (result: RunResult | null) => result?.verdict ?? null;
  return { asGiven: asGiven.verdict, pastCheck: verdictOf(pastCheck), mended: verdictOf(mended) };
}

function scenariosOf({ runs: { asGiven, mended } }: ReproResult): CaseScenarios {
  return { asGiven: writtenScenario(asGiven.scenario), mended: mended === null ? null : writtenScenario(mended.scenario) };
}

function masked(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, maskText(value)]));
}
