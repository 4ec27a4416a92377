/** @file What every call takes that looks at a scenario which is set up. */
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';

/** A scenario to set up, without carrying it out. */
export interface StageRequest {
  readonly scenario: ScenarioInput;
  readonly pastChecks: boolean;
}
