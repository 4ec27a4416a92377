/** @file What `diff --json` prints. */
import type { DumpDifferences } from '../session/checkDumps.ts';
import type { CheckReport } from './checkReport.ts';

/** What `diff --json` prints: as `check --json`, with no settings. */
export interface DiffReport extends CheckReport {
  readonly differences: DumpDifferences;
}
