/** @file What one known message, or one finding, becomes: a scenario that brings it about, with its mend; or why there is none. */
import type { Values } from '../../checks/entry.ts';
import type { EngineInput, ScenarioInput } from '../../scenario/scenarioSchema.ts';

/** A scenario that has a name to be shown by. Its mended variant is its `fixed` block; without one no mend is known. */
export type NamedScenario = ScenarioInput & { readonly name: string; readonly title: string };

/** What is to be shown. */
export interface ReproCase {
  /** Catalogue id of what the run as given must show; null where any failure will do. */
  readonly id: string | null;
  readonly values: Values;
  /** The message, word by word, that some finding of the run as given must have; null where a finding of that id is enough. */
  readonly message: string | null;
  readonly scenario: NamedScenario;
  /** What the fixed variant changes, as an instruction; null where no mend is known. */
  readonly mend: string | null;
  /** Whole sentences: what was chosen where the message leaves it open, what such pools could not have been. */
  readonly remarks: readonly string[];
}

/** The cases of one message, most have one; or why a run cannot show it. */
export type Reproduction =
  | { readonly id: string; readonly values: Values; readonly cases: readonly ReproCase[]; readonly reason: null }
  | { readonly id: string; readonly values: Values; readonly cases: readonly []; readonly reason: string };

/** What a builder makes of a message's values: what is particular of its cases, or the reason why there is none. */
export type Built = readonly BuiltCase[] | string;

/** A case without what all cases of a message have in common. */
export interface BuiltCase {
  /** Behind the id, where a message has several cases. */
  readonly variant?: string;
  readonly title: string;
  readonly given: Pick<ScenarioInput, 'model' | 'requests' | 'prefill' | 'decode' | 'faults' | 'deployment'>;
  readonly fixed: Omit<NonNullable<ScenarioInput['fixed']>, 'expect'>;
  readonly mend: string;
  readonly remarks?: readonly string[];
}

/** Larger numbers in a message make pools that no machine holds; smaller ones may still pass its budget. */
export const MOST_TOKENS = 2 ** 20;

/** A whole number from `least`; null for anything else, `None` and what is too large included. */
export function countOf(text: string | undefined, least = 1): number | null {
  const value = text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
  return value !== null && value >= least && value <= MOST_TOKENS ? value : null;
}

/** The model of a scenario, value by value. */
type ModelValues = Exclude<ScenarioInput['model'], string>;

/** A model of one layer of each of these ratios, and of so many NextN layers. */
export function layersOf(ratios: readonly number[], nextnLayers = 0): ModelValues {
  return { name: `layers of ratio ${ratios.join(', ')}`, hiddenLayers: ratios.length, compressRatios: [...ratios], nextnLayers };
}

/** One layer that keeps its window and nothing else, and a NextN layer: what a draft's refusals are about. */
export const WINDOW_ONLY = layersOf([0], 1);

/** A node for one request. SWA pages take the whole pool, so that a request that fits the pool fits them. */
export const ONE_REQUEST: EngineInput = { swaRatio: 1, slots: 1, preallocSlots: 0 };
/** The same with EAGLE and its draft model. One draft token, so that a ring is the window. */
export const SPECULATIVE: EngineInput = { ...ONE_REQUEST, speculation: { draftTokens: 1, draftLayers: 1 } };

/** The same settings on both nodes. */
export function onBoth(engine: EngineInput): { readonly prefill: EngineInput; readonly decode: EngineInput } {
  return { prefill: engine, decode: engine };
}
