/** @file What a public report is, as far as the scenarios are concerned. */
import type { ReportClass } from './reportScenario.ts';

/** One public report. */
export interface PublicReport {
  /** `B27`. */
  readonly report: string;
  /** Repository and number of the thread. */
  readonly source: string;
  readonly class: ReportClass;
  /** Its cause in one line. */
  readonly cause: string;
  /** What it would take to express it; null where a scenario does. */
  readonly lacks: string | null;
}
