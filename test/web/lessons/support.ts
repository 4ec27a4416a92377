/** The engine as lessons call it, without a page: the handlers themselves, which take the CPU device where there is no WebGPU. */
import type { ScenarioInput } from '../../../src/scenario/scenarioSchema.ts';
import { handlers } from '../../../src/web/engine/handlers.ts';
import type { AnswerOf, RequestOf } from '../../../src/web/engine/protocol.ts';
import { type Ask, askAbout, type Caller } from '../../../src/web/lessons/ask.ts';
import type { Named, Shown } from '../../../src/web/lessons/lesson.ts';

const runs = new Map<ScenarioInput, Promise<unknown>[]>();

/** Calls as a worker would answer them: what goes to the page can be cloned. Runs of the same scenario are made once, as the page makes them. */
export const call: Caller = async (name, request) => {
  const answer = async () => structuredClone(await handlers[name](request, () => {}));
  if (name !== 'run') return answer();
  const { scenario, pastChecks } = request as RequestOf<'run'>;
  const known = runs.get(scenario) ?? [];
  runs.set(scenario, known);
  known[Number(pastChecks)] ??= answer();
  return (await known[Number(pastChecks)]) as AnswerOf<typeof name>;
};

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
