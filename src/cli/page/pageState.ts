/** @file What the explorer's page shows, as one value that fits into its link. The page and `explore` both make such links. */
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import type { ViewId } from './viewId.ts';

/** Anything that JSON holds. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The whole of it: two pages with the same value show the same. */
export interface PageState {
  readonly view: ViewId;
  /** What is looked at. */
  readonly scenario: ScenarioInput;
  /** Whether runs go on past the engine's refusals. */
  readonly pastChecks: boolean;
  /** What is picked in memory, as an address of one node; null where nothing is. */
  readonly selection: Selection | null;
  /** Step of the transfer, from 0. */
  readonly step: number;
  /** What views keep beside that, each under its own id. */
  readonly own: Readonly<Partial<Record<ViewId, Json>>>;
}

/** A byte of a node's memory. */
export interface Selection {
  readonly side: 'prefill' | 'decode';
  /** `0x…` */
  readonly address: string;
}

/** The page as it opens on a scenario. */
export function pageOf(scenario: ScenarioInput): PageState {
  return { view: 'playground', scenario, pastChecks: false, selection: null, step: 0, own: {} };
}

/** What a page without a link begins with; small enough to be run at once. */
export const FIRST_SCENARIO = 'dsv4-mini';
