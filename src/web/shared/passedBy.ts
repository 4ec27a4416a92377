/** @file What a run went past. */
import type { RunReport } from '../../cli/runReport.ts';
import type { Finding } from '../../core/finding.ts';

/** Findings that the engine refuses with, of a run that moved something all the same; empty where none was passed by. */
export function passedBy({ checks, transfer }: Pick<RunReport, 'checks' | 'transfer'>): readonly Finding[] {
  return transfer === null ? [] : checks.filter(({ engine }) => engine === 'refuses');
}
