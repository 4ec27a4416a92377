/** @file How a page begins: from its link where there is one that can be read, else from the first scenario; and how its link follows it. */
import { effect } from '@preact/signals';
import { FIRST_SCENARIO, type PageState, pageOf } from '../../cli/page/pageState.ts';
import { fromFragment, toFragment } from '../../cli/page/stateLink.ts';
import { canonicalJson } from '../../core/canonicalHash.ts';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { engine } from '../engine/engine.ts';
import type { Catalogue } from '../engine/protocol.ts';
import { nextTask } from '../shared/nextTask.ts';
import { isEditable } from './editable.ts';
import { catalogue, change, failure, messageOf, notice, page, runNow, running, watchScenario } from './store.ts';

/** Scenarios up to this size are run by themselves when the page opens. */
const RUN_AT_ONCE_BYTES = 512 * 2 ** 20;
/** A link follows the state after a pause, so that dragging a slider does not write a hundred of them. */
const LINK_PAUSE_MS = 150;

let ownFragment = '';
/** The view of the page's present link; null before there is one. */
let linkedView: PageState['view'] | null = null;

/** Starts the page. Never rejects: what goes wrong is said on the page. */
export async function startPage(): Promise<void> {
  watchScenario();
  try {
    // Both at once: the catalogue is not needed to show what a link holds.
    const [linked, all] = await Promise.all([linkedState(location.hash, 'The page begins afresh.'), engine.call('catalogue', null)]);
    catalogue.value = all;
    // What shows the catalogue and what shows the scenario are drawn one after the other.
    await nextTask();
    const first = all.scenarios.find(({ name }) => name === FIRST_SCENARIO);
    if (first === undefined) throw new Error(`the page was built without the scenario ${FIRST_SCENARIO}`);
    page.value = linked === null ? pageOf(first.scenario) : { ...linked, scenario: asChosen(all, linked.scenario) };
    writeLinks();
    addEventListener('hashchange', () => void followLink());
    await runIfSmall();
  } catch (error) {
    failure.value = messageOf(error);
  }
}

/** The catalogue's own scenario where the link holds the same one: lists show it as chosen. */
function asChosen({ scenarios }: Catalogue, linked: ScenarioInput): ScenarioInput {
  const text = canonicalJson(linked);
  return scenarios.find(({ scenario }) => canonicalJson(scenario) === text)?.scenario ?? linked;
}

/** The state of a link; null where there is none, or it cannot be read, which a notice says. @param instead what becomes of the page then, as a sentence */
async function linkedState(fragment: string, instead: string): Promise<PageState | null> {
  const linked = await fromFragment(fragment);
  if (linked.kind === 'none') return null;
  try {
    if (linked.kind === 'broken') throw new Error(linked.why);
    return { ...linked.state, scenario: await linkedScenario(linked.state.scenario) };
  } catch (error) {
    notice.value = `The link could not be read: ${messageOf(error).replace(/\.$/, '')}. ${instead}`;
    return null;
  }
}

/** A value that is wrong, such as one that was being typed, is no reason to lose the rest: the checks say what is wrong with it. @throws EngineCallError */
async function linkedScenario(linked: unknown): Promise<ScenarioInput> {
  try {
    return await engine.call('open', linked);
  } catch (error) {
    if (isEditable(linked)) return linked;
    throw error;
  }
}

/** Somebody put another link into the address bar, or went back. */
async function followLink(): Promise<void> {
  const fragment = location.hash.slice(1);
  if (fragment === ownFragment) return;
  const linked = await linkedState(location.hash, 'What was shown stays.');
  const all = catalogue.peek();
  if (linked !== null && all !== null) {
    [ownFragment, linkedView] = [fragment, linked.view];
    change({ ...linked, scenario: asChosen(all, linked.scenario) });
  }
}

function writeLinks(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const state = page.value;
    if (state === null) return;
    clearTimeout(timer);
    timer = setTimeout(() => void writeLink(state), LINK_PAUSE_MS);
  });
}

async function writeLink(state: PageState): Promise<void> {
  const fragment = await toFragment(state);
  if (page.peek() !== state) return;
  ownFragment = fragment;
  // Another view is a place to come back from; what is changed within one is not, or Back would take a keystroke at a time.
  const isOtherView = linkedView !== null && linkedView !== state.view;
  linkedView = state.view;
  if (isOtherView) history.pushState(null, '', `#${fragment}`);
  else history.replaceState(null, '', `#${fragment}`);
}

async function runIfSmall(): Promise<void> {
  const scenario = page.peek()?.scenario;
  if (scenario === undefined) return;
  const answer = await engine.call('check', scenario);
  // A lesson may have begun the same run meanwhile: another one would give that up.
  const isWanted = running.peek().kind === 'none' && page.peek()?.scenario === scenario;
  if (answer.ok && (answer.memoryBytes ?? 0) <= RUN_AT_ONCE_BYTES && isWanted) await runNow();
}
