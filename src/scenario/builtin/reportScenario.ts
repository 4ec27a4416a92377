/** @file What a scenario from a public report is, and the small nodes that most of them run on. */
import type { EngineInput, ScenarioInput } from '../scenarioSchema.ts';

/** Classes of reports; `derived` ones were worked out from sources without a report, `control` ones must pass. */
export type ReportClass = 'geometry' | 'index' | 'transfer' | 'lifecycle' | 'dtype-layout' | 'scale-limit' | 'environment' | 'derived' | 'control';

/** A scenario with where it comes from. */
export interface ReportScenario {
  readonly class: ReportClass;
  /** Number in the list of reports, such as `B27`; null where there is no report. */
  readonly report: string | null;
  /** Repository and number of the thread, or how it was worked out. */
  readonly source: string;
  /** What of the program notices: a check, a finding's id, or the accounting of a component. */
  readonly caughtBy: string;
  readonly scenario: ScenarioInput & { readonly name: string; readonly title: string };
}

/** Eight full pages and four SWA pages, two requests at once: a run takes a fraction of a second. */
export const SMALL: EngineInput = { poolTokens: 2048, swaRatio: 0.5, slots: 2, preallocSlots: 0 };

/** The same with EAGLE and its draft model on both nodes, as most deployments have it. */
export const SMALL_SPECULATIVE: EngineInput = { ...SMALL, speculation: { draftTokens: 2 } };

/** Prompt of most examples: four whole pages and six tokens, so that the window reaches over a page's border. */
export const PROMPT = 1030;
