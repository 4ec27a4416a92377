/** @file How large a report may be: said before a file is read, so that a wrong one does not take the page along. */
import { SimError } from '../../core/errors.ts';
import { formatBytes } from '../../core/units.ts';

/** Far above any report: the largest suite's has some megabytes. */
export const MOST_REPORT_BYTES = 32 * 2 ** 20;

/** @throws SimError(bad-input) */
export function demandReportSize(file: string, bytes: number): void {
  if (bytes <= MOST_REPORT_BYTES) return;
  throw new SimError('bad-input', {
    what: 'the file is larger than any report',
    values: { found: formatBytes(bytes), most: formatBytes(MOST_REPORT_BYTES) },
    where: { file },
    mend: 'Give what disagg-sim printed with --json, or one shard of it.',
  });
}
