/** @file `compare`: what changed from one report to another, beyond noise. */
import { SimError } from '../core/errors.ts';
import { compareReports, LEAST_EFFECT } from '../sweep/compareReports.ts';
import { readReportFile } from '../sweep/node/reportFile.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import { checkOutput, deliver, type OutputFlags } from './output.ts';

/** Flags of `compare` beside those of every command. */
export interface CompareFlags extends OutputFlags {
  /** True without a percentage. */
  readonly failOn?: string | true;
  readonly acrossAdapters?: boolean;
}

const MOST_PERCENT = 1000;

/** Runs the command: exit 1 on a regression, where `--fail-on` asks for that. */
export async function compare(a: string, b: string, flags: CompareFlags): Promise<ExitCode> {
  await checkOutput(flags);
  const leastEffect = typeof flags.failOn === 'string' ? shareOf(flags.failOn) : LEAST_EFFECT;
  const reports = { a: { file: a, report: await readReportFile(a) }, b: { file: b, report: await readReportFile(b) } };
  const compared = compareReports(reports.a, reports.b, { leastEffect, acrossAdapters: flags.acrossAdapters === true });
  await deliver(flags, compared, async () => (await import('./compareText.ts')).compareText(compared));
  return flags.failOn !== undefined && compared.regressions > 0 ? EXIT.wrong : EXIT.ok;
}

/** `5`, `5%`, `7.5 %`. @throws SimError(bad-input) */
function shareOf(text: string): number {
  const [, number] = /^(\d{1,4}(?:\.\d+)?)\s*%?$/.exec(text.trim()) ?? [];
  const percent = Number(number);
  if (percent > 0 && percent <= MOST_PERCENT) return percent / 100;
  throw new SimError('bad-input', {
    what: 'this is no percentage',
    values: { found: text },
    where: { file: '--fail-on' },
    mend: 'Write the smallest slowdown that counts, such as 5.',
  });
}
