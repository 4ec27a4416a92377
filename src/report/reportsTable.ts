/** @file The table of public reports as Markdown: which scenario stands for each, or what the model lacks. */
import type { CatalogueScenario } from '../scenario/builtin/catalogue.ts';
import type { PublicReport } from '../scenario/builtin/publicReport.ts';

/** The page. */
export function reportsTable(reports: readonly PublicReport[], scenarios: readonly CatalogueScenario[]): string {
  const covered = reports.filter(({ report }) => scenarios.some((scenario) => scenario.report === report)).length;
  const others = scenarios.filter((scenario) => scenario.report === null && scenario.class !== 'preset');
  return [
    '# Public reports',
    '',
    'Faults of hand-offs from prefill to decode that were reported in public, with the scenario that stands for each: `disagg-sim run NAME` shows the damage, `disagg-sim run NAME --fixed`',
    'the mended pair. Where there is none, the last column says what the model lacks. Causes are in our own words; what the threads say is theirs.',
    '',
    `${reports.length} reports, ${covered} of them as scenarios. Made by \`npm run docs\`; do not edit.`,
    '',
    '| report | thread | class | cause | scenario: verdict, and what notices | lacks |',
    '|---|---|---|---|---|---|',
    ...reports.map((report) => rowOf(report, scenarios)),
    '',
    '## Without a report',
    '',
    '| scenario | class | where it comes from | verdict |',
    '|---|---|---|---|',
    ...others.map(({ name, class: kind, source, expect }) => row([code(name), kind, source ?? '', verdicts(expect)])),
    '',
  ].join('\n');
}

function rowOf({ report, source, class: kind, cause, lacks }: PublicReport, scenarios: readonly CatalogueScenario[]): string {
  const own = scenarios.filter((scenario) => scenario.report === report);
  const shown = own.map(({ name, expect, caughtBy }) => `${code(name)}: ${verdicts(expect)}; ${caughtBy ?? ''}`).join('<br>');
  return row([report, source, kind, cause, shown, own.length > 0 ? '' : (lacks ?? '')]);
}

function verdicts({ given, fixed }: CatalogueScenario['expect']): string {
  return fixed === null ? `${given}` : `${given}, mended ${fixed}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
