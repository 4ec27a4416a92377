/** @file `compare`: what changed from one report to another, beyond noise. */
import { SimError } from '../core/errors.ts';
import { compareReports, LEAST_EFFECT, type Turn } from '../sweep/compareReports.ts';
import type { NamedReport } from '../sweep/mergeReports.ts';
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

/**
 * Runs the command: exit 1 on a regression, where `--fail-on` asks for that.
 * @param files A B, or in turns A1 B1 A2 B2 and so on
 */
export async function compare(files: readonly string[], flags: CompareFlags): Promise<ExitCode> {
  await checkOutput(flags);
  const leastEffect = typeof flags.failOn === 'string' ? shareOf(flags.failOn) : LEAST_EFFECT;
  const compared = compareReports(await readTurns(files), { leastEffect, acrossAdapters: flags.acrossAdapters === true });
  await deliver(flags, compared, async () => (await import('./compareText.ts')).compareText(compared));
  return flags.failOn !== undefined && compared.regressions > 0 ? EXIT.wrong : EXIT.ok;
}

/** @throws SimError(bad-input) where a file has no other to be held against, or cannot be read */
async function readTurns(files: readonly string[]): Promise<Turn[]> {
  if (files.length % 2 !== 0) {
    throw new SimError('bad-input', {
      what: 'a report lacks the one that it is to be held against',
      values: { reports: files.length },
      where: { file: files.at(-1) ?? '' },
      mend: 'Name two reports, or the reports of several turns: A1 B1 A2 B2 and so on.',
    });
  }
  const turns: Turn[] = [];
  for (let i = 0; i < files.length; i += 2) turns.push({ a: await readNamed(files[i] as string), b: await readNamed(files[i + 1] as string) });
  return turns;
}

async function readNamed(file: string): Promise<NamedReport> {
  return { file, report: await readReportFile(file) };
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
