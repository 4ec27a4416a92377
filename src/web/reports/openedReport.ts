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
  /** The scenario is null where the file has none, and the one that it names is not built in, or is built in with other values. */
  | { readonly kind: 'run'; readonly report: RunReport; readonly scenario: ScenarioInput | null }
  | { readonly kind: 'repro'; readonly report: ReproReport }
  | { readonly kind: 'bench'; readonly report: BenchReport }
  | { readonly kind: 'compare'; readonly report: CompareReport }
  | { readonly kind: 'scenario'; readonly scenario: ScenarioInput };
