/** @file What a file that was dropped on the page turns out to be. */
import type { ReproReport } from '../../cli/reproReport.ts';
import type { RunReport } from '../../cli/runReport.ts';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import type { BenchReport } from '../../sweep/benchReport.ts';
import type { CompareReport } from '../../sweep/compareReport.ts';

/** A file: its name, for messages, and what is in it. */
export interface ReportFile {
  readonly name: string;
  readonly text: string;
}

/** A file that was read. */
export type OpenedReport =
  | { readonly kind: 'run'; readonly report: RunReport }
  | { readonly kind: 'repro'; readonly report: ReproReport }
  | { readonly kind: 'bench'; readonly report: BenchReport }
  | { readonly kind: 'compare'; readonly report: CompareReport }
  | { readonly kind: 'scenario'; readonly scenario: ScenarioInput };
