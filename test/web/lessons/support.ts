/** The engine as lessons call it, without a page: the handlers themselves, which take the CPU device where there is no WebGPU. */
import type { ScenarioInput } from '../../../src/scenario/scenarioSchema.ts';
import { handlers } from '../../../src/web/engine/handlers.ts';
import { type Ask, askAbout, type Caller } from '../../../src/web/lessons/ask.ts';
import type { Named, Shown } from '../../../src/web/lessons/lesson.ts';

/** Calls as a worker would answer them: what goes to the page can be cloned. */
export const call: Caller = async (name, request) => structuredClone(await handlers[name](request, () => {}));

/** Built-in scenarios, the same object for the same name. */
export async function namedScenarios(): Promise<Named> {
  const { scenarios } = await call('catalogue', null);
  return (name) => scenarios.find((choice) => choice.name === name)?.scenario ?? expectScenario(name);
}

function expectScenario(name: string): never {
  throw new Error(`there is no scenario ${name}`);
}

const asked = new Map<ScenarioInput, Map<boolean, Ask>>();

/** The engine about a scenario; the same answers for the same scenario, as in the page. */
export function about(scenario: ScenarioInput, pastChecks = false): Ask {
  const known = asked.get(scenario) ?? new Map<boolean, Ask>();
  asked.set(scenario, known);
  const ask = known.get(pastChecks) ?? askAbout(call, scenario, pastChecks);
  known.set(pastChecks, ask);
  return ask;
}

/** The engine about what a text shows. */
export function aboutShown(shown: Shown, named: Named): Ask {
  return about(shown.scenario(named), shown.pastChecks ?? false);
}
