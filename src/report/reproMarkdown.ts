/** @file A reproduction as Markdown, to paste into a bug report: what was recognised, geometry side by side, damage, mend, how to run it again. Secrets are masked. */
import { findEntry } from '../checks/catalogue.ts';
import { maskText } from '../launch/mask.ts';
import type { ReproResult } from '../launch/repro/carryOut.ts';
import { endingOf, savedFrom, storyOf } from '../launch/repro/damage.ts';
import { GEOMETRY_COLUMNS, geometryOf } from '../launch/repro/geometry.ts';
import type { Reproduction } from '../launch/repro/reproCase.ts';

/** What was given. */
export interface ReproSubject {
  readonly reproductions: readonly Reproduction[];
  /** Launch lines, masked. */
  readonly lines: readonly string[];
  /** The command that does it again. */
  readonly again: string;
}

/** The page. */
export function reproMarkdown({ reproductions, lines, again }: ReproSubject, results: readonly ReproResult[]): string {
  const adapter = results[0]?.runs.asGiven.adapter;
  const device = adapter === undefined ? [] : [`Device: ${plain(adapter.name)} (${plain(adapter.backend)}${adapter.software ? ', software' : ''}).`, ''];
  const cases = results.flatMap((result) => caseSection(result, results.length > 1));
  const unable = reproductions.flatMap(({ id, reason }) => (reason === null ? [] : [`- \`${id}\`: ${plain(reason)}. See \`disagg-sim explain ${id}\`.`]));
  const text = [
    '# Reproduction by disagg-sim',
    '',
    ...device,
    ...(lines.length === 0 ? [] : ['## Launch lines', '', ...fence(lines.join('\n')), '']),
    ...cases,
    ...(unable.length === 0 ? [] : ['## Recognised, and not shown by a run', '', ...unable, '']),
    ...(results.length === 0 && unable.length === 0 ? ['No known message is in the text.', ''] : []),
    '## Run it again',
    '',
    ...fence(maskText(again)),
  ].join('\n');
  return `${text.trimEnd()}\n`;
}

function caseSection(result: ReproResult, isOneOfSeveral: boolean): string[] {
  const { id, values, message, scenario, runs, mend, remarks, shortfalls } = result;
  const title = id === null ? undefined : findEntry(id)?.title;
  const saved = savedFrom(runs);
  const said = message === null || message.trim() === '' ? [] : [...fence(maskText(message)), ''];
  const valueText = Object.entries(values).map(([name, value]) => `${name} = ${plain(maskText(value))}`);
  return [
    `## ${plain(scenario.title)}`,
    '',
    ...(id === null
      ? []
      : [`Recognised: \`${id}\`${title === undefined ? '' : `, ${plain(title)}`}.${valueText.length === 0 ? '' : ` Values: ${valueText.join(', ')}.`}`, '']),
    ...said,
    ...remarks.map((remark) => `- ${plain(remark)}`),
    ...(remarks.length === 0 ? [] : ['']),
    '### Geometry',
    '',
    ...geometryTable(result),
    '',
    '### What happens',
    '',
    ...runLines('As given', runs.asGiven),
    ...(runs.pastCheck === null ? [] : runLines('Past the check', runs.pastCheck)),
    ...(saved === null ? [] : [`- ${plain(saved)}`]),
    ...(runs.mended === null ? [] : runLines('Mended', runs.mended)),
    ...shortfalls.map((shortfall) => `- **Not shown:** ${plain(shortfall)}`),
    '',
    '### Mend',
    '',
    plain(mend ?? 'None is known that a run could show.'),
    '',
    `Scenario${isOneOfSeveral ? ` \`${scenario.name}\`` : ''}, hash \`${runs.asGiven.scenario.hash}\`, seed ${runs.asGiven.scenario.seed}.`,
    '',
  ];
}

function runLines(name: string, run: ReproResult['runs']['asGiven']): string[] {
  return [`- **${name}** ${plain(endingOf(run))}`, ...storyOf(run).map((line) => `  - ${plain(maskText(line))}`)];
}

function geometryTable({ runs }: ReproResult): string[] {
  const rows = geometryOf(runs.asGiven.scenario);
  // A column of a pool that no node has says nothing.
  const columns = GEOMETRY_COLUMNS.flatMap((name, column) => (rows.some(({ cells }) => cells[column] !== null) ? [{ name, column }] : []));
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['', ...columns.map(({ name }) => name), '']),
    row(['---', ...columns.map(() => '---'), '---']),
    ...rows.map(({ what, cells, differs }) => row([what, ...columns.map(({ column }) => plain(cells[column] ?? '')), differs ? '**differs**' : ''])),
  ];
}

/** A text without meaning for Markdown or HTML, on one line. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>|#~]/g, '\\$&')
    .trim();
}

/** A code block that no text in it can close. */
function fence(text: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const mark = '`'.repeat(longest + 1);
  return [`${mark}text`, text, mark];
}
