/** @file `merge`: shards of one sweep as one report. */
import { mergeReports, type NamedReport } from '../sweep/mergeReports.ts';
import { readReportFile } from '../sweep/node/reportFile.ts';
import { checkReportOutput, deliverReport, type ReportFlags } from './benchOutput.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';

/** Runs the command; reports are read one after another, since each may be large. */
export async function merge(files: readonly string[], flags: ReportFlags): Promise<ExitCode> {
  await checkReportOutput(flags);
  const shards: NamedReport[] = [];
  for (const file of files) shards.push({ file, report: await readReportFile(file) });
  await deliverReport(mergeReports(shards), flags);
  return EXIT.ok;
}
