/**
 * @file Reads what was dropped on the page: what `run`, `repro`, `bench` and `compare` print with `--json`, pages that they write with `--html`, scenarios. Strictly, against the published
 * schemas: a report that is changed or cut would tell something that never was.
 */
import type { ReproReport } from '../../cli/reproReport.ts';
import type { RunReport } from '../../cli/runReport.ts';
import { compareSchema } from '../../cli/schemas/benchOutputs.ts';
import { runSchema } from '../../cli/schemas/outputs.ts';
import { reproSchema } from '../../cli/schemas/reproOutputs.ts';
import { SimError } from '../../core/errors.ts';
import { formatPath, type Locate, printValue } from '../../scenario/problems.ts';
import { resolveScenario } from '../../scenario/resolveScenario.ts';
import { validateScenario } from '../../scenario/validateScenario.ts';
import { validateShape } from '../../scenario/validateShape.ts';
import type { CompareReport } from '../../sweep/compareReport.ts';
import { parseReport } from '../../sweep/readReport.ts';
import { embeddedJson, isPage } from './embedded.ts';
import type { OpenedReport, ReportFile } from './openedReport.ts';
import { demandReportSize } from './reportSize.ts';

const SCHEMA_VERSION = 1;
const MEND = 'Give what disagg-sim run, repro, bench or compare printed with --json, or the page that it wrote with --html.';

/**
 * Opens a file.
 * @throws SimError(bad-input), ScenarioError with file and place: too large, neither JSON nor such a page, a report of another command or version, a wrong shape
 */
export function openReport({ name, text }: ReportFile): OpenedReport {
  demandReportSize(name, text.length);
  if (text.trim() === '') throw new SimError('bad-input', { what: 'the file is empty', where: { file: name }, mend: MEND });
  const json = isPage(text) ? embeddedJson(text, name) : text;
  // A journal of a benchmark is a line a point: no JSON as a whole.
  if (isJournal(json)) return { kind: 'bench', report: parseReport(json, name) };
  return opened(parsed(json, name), name, json);
}

function isJournal(json: string): boolean {
  const first = json.trimStart().split('\n', 1)[0] ?? '';
  if (!first.includes('"sweepPoints"')) return false;
  try {
    return isRecord(JSON.parse(first)) && !first.includes('"points":');
  } catch {
    return false;
  }
}

function opened(value: unknown, file: string, json: string): OpenedReport {
  const locate: Locate = (path) => ({ file, path: formatPath(path) });
  if (!isRecord(value)) throw notOurs(file, `it holds ${printValue(value)}`);
  if ('model' in value && 'requests' in value) return { kind: 'scenario', scenario: validateScenario(value, locate) };
  demandVersion(value, file);
  if ('verdict' in value && 'transfer' in value) return { kind: 'run', report: runOf(value, locate) };
  if ('recognised' in value) return { kind: 'repro', report: validateShape<unknown>(reproSchema, value, locate) as ReproReport };
  if ('points' in value && 'suite' in value) return { kind: 'bench', report: parseReport(json, file) };
  if ('points' in value && 'a' in value) return { kind: 'compare', report: validateShape<unknown>(compareSchema, value, locate) as CompareReport };
  throw notOurs(file, `its keys are ${printValue(Object.keys(value))}`);
}

/** A run, with the scenario that it says it is of. */
function runOf(value: unknown, locate: Locate): RunReport {
  const report = validateShape<unknown>(runSchema, value, locate) as RunReport;
  const { name, hash, definition } = report.scenario;
  const inDefinition: Locate = (path, atKey) => locate(['scenario', 'definition', ...path], atKey);
  const own = resolveScenario(validateScenario(definition, inDefinition), { name, locate: inDefinition, config: null }).hash;
  if (own === hash) return report;
  throw new SimError('bad-input', {
    what: 'the scenario in this report is not the one that was run: its values hash to something else',
    values: { 'hash of the run': hash.slice(0, 12), 'hash of the scenario': own.slice(0, 12) },
    where: locate(['scenario', 'definition'], false),
    mend: 'Give the report as disagg-sim run wrote it.',
  });
}

function parsed(json: string, file: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SimError('bad-input', { what: `this is no JSON: ${reason.slice(0, 200)}`, where: { file, ...placeOf(reason, json) }, mend: MEND });
  }
}

/** Line and column, where the browser says at which character it stopped, or that there was no more. */
function placeOf(reason: string, json: string): { line?: number; column?: number } {
  const position = /position (\d+)/.exec(reason)?.[1];
  if (position === undefined && !/end of/i.test(reason)) return {};
  const before = json.slice(0, position === undefined ? json.length : Number(position)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function demandVersion(value: unknown, file: string): void {
  const version = isRecord(value) ? value.schemaVersion : undefined;
  if (version === SCHEMA_VERSION) return;
  if (version === undefined) throw notOurs(file, 'it has no schemaVersion');
  throw new SimError('bad-input', {
    what: 'the report is of a format that this page does not know',
    values: { found: printValue(version), known: SCHEMA_VERSION },
    where: { file, path: 'schemaVersion' },
    mend: 'Open it with the version of disagg-sim that wrote it.',
  });
}

function notOurs(file: string, why: string): SimError {
  return new SimError('bad-input', { what: `this is no report that the page can show: ${why}`, where: { file }, mend: MEND });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
