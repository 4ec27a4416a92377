/** @file A report from a file. */
import { readBounded } from '../../scenario/node/readBounded.ts';
import type { BenchReport } from '../benchReport.ts';
import { parseReport } from '../readReport.ts';

/** Tens of thousands of points with all their samples. */
export const MOST_REPORT_BYTES = 2 ** 28;

/**
 * Reads a report or a journal.
 * @throws SimError(file), SimError(bad-input) with file and path
 */
export async function readReportFile(file: string): Promise<BenchReport> {
  return parseReport(await readBounded(file, 'report', MOST_REPORT_BYTES), file);
}
