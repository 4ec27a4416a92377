/** @file What `repro` shows to people: what was recognised, the three runs, what the refusal saves them from, the mend. */
import Table from 'cli-table3';
import picocolors from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import { isClean, type ReproResult } from '../launch/repro/carryOut.ts';
import { endingOf, savedFrom, storyOf } from '../launch/repro/damage.ts';
import { GEOMETRY_COLUMNS, geometryOf } from '../launch/repro/geometry.ts';
import type { RunResult } from '../scenario/runScenario.ts';
import type { ReproInput } from './reproInput.ts';
import { LINELESS } from './tableStyle.ts';

/** The page. */
export function reproText({ kind, reproductions, nearest, lines }: ReproInput, results: readonly ReproResult[], color: boolean): string {
  const paint = picocolors.createColors(color);
  const unable = reproductions.flatMap(({ id, reason }) =>
    reason === null ? [] : [`${paint.bold(id)} is recognised and explained, but a run cannot show it: ${reason}.`, `  See: disagg-sim explain ${id}`, ''],
  );
  if (results.length === 0 && unable.length === 0) return [nothingText(kind, nearest?.id ?? null, paint)].join('\n');
  const adapter = results[0]?.runs.asGiven.adapter;
  return [
    ...(adapter === undefined ? [] : [`device     ${adapter.name} (${adapter.backend}${adapter.software ? ', software' : ''})`, '']),
    ...(lines.length === 0 ? [] : [...lines, '']),
    ...results.flatMap((result) => caseText(result, paint)),
    ...unable,
  ].join('\n');
}

function nothingText(kind: ReproInput['kind'], nearest: string | null, paint: Colors): string {
  if (kind === 'launches') return paint.green('Nothing is wrong between these two launches that a run could show.');
  const like = nearest === null ? 'All known ones: disagg-sim explain --list' : `The nearest known one is ${nearest}: disagg-sim explain ${nearest}`;
  return `${paint.yellow('No known message is in this text.')}\n${like}`;
}

function caseText(result: ReproResult, paint: Colors): string[] {
  const { id, message, scenario, runs, mend, remarks, shortfalls } = result;
  const saved = savedFrom(runs);
  return [
    paint.bold(scenario.title),
    ...(id === null ? [] : [`recognised ${id}${message === null || message === '' ? '' : `: ${message.replace(/\s+/g, ' ')}`}`]),
    ...remarks.map((remark) => `  ${remark}`),
    '',
    geometryTable(result, paint),
    '',
    ...runText('As given', runs.asGiven, paint),
    ...(runs.pastCheck === null ? [] : runText('Past the check', runs.pastCheck, paint)),
    ...(saved === null ? [] : [`  ${saved}`]),
    ...(runs.mended === null ? [] : runText('Mended', runs.mended, paint)),
    `${paint.cyan('mend:')} ${mend ?? 'none is known that a run could show'}`,
    ...(shortfalls.length === 0 ? [paint.green('Reproduced, and mended.')] : shortfalls.map((shortfall) => paint.red(shortfall))),
    '',
  ];
}

function runText(name: string, run: RunResult, paint: Colors): string[] {
  const ending = endingOf(run);
  return [`${paint.cyan(name.padEnd(16))}${isClean(run.verdict.status) ? paint.green(ending) : paint.red(ending)}`, ...storyOf(run).map((line) => `  ${line}`)];
}

function geometryTable({ runs }: ReproResult, paint: Colors): string {
  const rows = geometryOf(runs.asGiven.scenario);
  const columns = GEOMETRY_COLUMNS.flatMap((name, column) => (rows.some(({ cells }) => cells[column] !== null) ? [{ name, column }] : []));
  const table = new Table({ ...LINELESS, head: ['', ...columns.map(({ name }) => name), ''] });
  for (const { what, cells, differs } of rows) table.push([what, ...columns.map(({ column }) => cells[column] ?? ''), differs ? paint.yellow('differs') : '']);
  return table.toString();
}
