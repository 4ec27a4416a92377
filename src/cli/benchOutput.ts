/** @file Where a benchmark report goes, in the form that the flags ask for: `bench` and `merge` alike. */
import { writeSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { SimError } from '../core/errors.ts';
import type { BenchReport } from '../sweep/benchReport.ts';
import { type ReportForm, renderReport } from './benchForms.ts';
import { benchText } from './benchText.ts';
import { checkOutput, deliver, type OutputFlags, writeFileAtomically } from './output.ts';
import { unwritable } from './processGuards.ts';

/** Flags that choose forms and files. */
export interface ReportFlags extends OutputFlags {
  readonly jsonl?: boolean;
  readonly csv?: boolean;
  readonly markdown?: boolean;
  readonly html?: string;
}

const FORMS = ['json', 'jsonl', 'csv', 'markdown'] as const satisfies readonly ReportForm[];

/** Forms by the end of the output's name. */
const FORM_BY_END: Readonly<Record<string, ReportForm>> = { '.json': 'json', '.jsonl': 'jsonl', '.csv': 'csv', '.md': 'markdown' };

/** The form asked for by a flag, else by the name of the output: a table in a file called .json would be of no use to `compare`, and its samples lost. Null for text. @throws SimError(bad-input) where two flags are given */
export function formOf(flags: ReportFlags): ReportForm | null {
  const [form, second] = FORMS.filter((name) => flags[name] === true);
  if (second === undefined) return form ?? FORM_BY_END[extname(flags.out ?? '').toLowerCase()] ?? null;
  throw new SimError('bad-input', { what: `a report has one form, not both --${form} and --${second}`, mend: 'Run merge on a saved report for another form.' });
}

/** Refuses what could not be written, before anything is measured. @throws SimError */
export async function checkReportOutput(flags: ReportFlags & { readonly resume?: string }): Promise<void> {
  formOf(flags);
  demandApart(flags);
  await checkOutput(flags);
  if (flags.html !== undefined) await checkOutput({ ...flags, out: flags.html });
}

/** @throws SimError(bad-input) where two results would go to one file */
function demandApart({ out, html, resume }: ReportFlags & { readonly resume?: string }): void {
  const named = Object.entries({ out, html, resume }).flatMap(([flag, file]) => (file === undefined ? [] : [{ flag: `--${flag}`, file: resolve(file) }]));
  for (const [i, { flag, file }] of named.entries()) {
    const other = named.slice(0, i).find((earlier) => earlier.file === file);
    if (other === undefined) continue;
    throw new SimError('bad-input', { what: `${other.flag} and ${flag} name the same file`, where: { file }, mend: 'Give each a file of its own.' });
  }
}

/** Delivers a report, and the page if one is asked for. */
export async function deliverReport(report: BenchReport, flags: ReportFlags): Promise<void> {
  const { out, force } = flags;
  const form = formOf(flags);
  // A form for programs is wanted whatever --quiet says.
  const quiet = flags.quiet === true && form === null;
  const to: OutputFlags = { quiet, ...(out === undefined ? {} : { out }), ...(force === undefined ? {} : { force }) };
  await deliver(to, null, () => textOf(report, form));
  if (flags.html === undefined) return;
  const { benchPage } = await import('../report/benchPage.ts');
  await deliver({ out: flags.html, ...(force === undefined ? {} : { force }) }, null, () => benchPage(report));
}

/** The process is about to end: written at once, to a name that was found free, or to stdout. Pages are left out: they load a chart library. @throws SimError(file) */
export function deliverNow(report: BenchReport, flags: ReportFlags): void {
  const text = `${textOf(report, formOf(flags)).trimEnd()}\n`;
  if (flags.out !== undefined) writeFileAtomically(flags.out, text, flags.force === true);
  else if (flags.quiet !== true || formOf(flags) !== null) writeWhole(text);
}

function textOf(report: BenchReport, form: ReportForm | null): string {
  return form === null ? benchText(report) : renderReport(report, form);
}

/** To the last byte: a pipe that is full for the moment takes more a moment later; one that nobody reads takes nothing. @throws SimError(file) */
function writeWhole(text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw unwritable(error);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_WAIT_MILLIS);
    }
  }
}

const PIPE_WAIT_MILLIS = 5;
