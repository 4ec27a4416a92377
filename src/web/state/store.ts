/** @file The page's state and what follows from it, as signals. `change` is the only way to change it; checks run by themselves, runs when they are asked for. */
import { batch, effect, signal } from '@preact/signals';
import type { PageState } from '../../cli/page/pageState.ts';
import { EngineCallError } from '../engine/client.ts';
import { engine } from '../engine/engine.ts';
import type { CallFailure, CallProgress, Catalogue, CheckAnswer, RunAnswer } from '../engine/protocol.ts';
import { isSameScenario } from './sameScenario.ts';

/** Where a run is. */
export type RunState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly progress: CallProgress | null }
  | {
      readonly kind: 'done';
      readonly answer: RunAnswer;
      /** What was run. */
      readonly of: Pick<PageState, 'scenario' | 'pastChecks'>;
      /** Of the scenario as it stands; false while it is another one. */
      readonly isCurrent: boolean;
    }
  | { readonly kind: 'failed'; readonly failure: CallFailure };

/** What the page shows; null until the first scenario is there. */
export const page = signal<PageState | null>(null);
/** What there is to choose from. */
export const catalogue = signal<Catalogue | null>(null);
/** What the checks say of the scenario; the last answer stays until the next is there. */
export const checked = signal<CheckAnswer | null>(null);
/** Whether a scenario has come up that the checks have not answered yet. */
export const isChecking = signal(false);
/** How long the last check took from change to answer, milliseconds. */
export const checkMilliseconds = signal<number | null>(null);
/** The latest run. */
export const running = signal<RunState>({ kind: 'none' });
/** What the user should know that has no other place, such as that a link was broken. */
export const notice = signal<string | null>(null);
/** Why the page could not begin at all; null where it could. */
export const failure = signal<string | null>(null);

/** Scenarios before the present one, the last one last. */
export const earlier = signal<readonly PageState['scenario'][]>([]);

/** Steps back that are kept. */
const MOST_EARLIER = 100;
/** Keys pressed no further apart than this type one value. */
const TYPING_MS = 1500;

let typing: { readonly field: string; readonly at: number } | null = null;

/**
 * Changes parts of the state. Another scenario can be undone.
 * @param field that was typed into: what is typed in one go is undone in one go
 */
export function change(parts: Partial<PageState>, field: string | null = null): void {
  const state = page.peek();
  if (state === null) return;
  const { scenario = state.scenario } = parts;
  if (scenario !== state.scenario) {
    const now = performance.now();
    const goesOn = typing !== null && typing.field === field && now - typing.at < TYPING_MS;
    typing = field === null ? null : { field, at: now };
    if (!goesOn) earlier.value = [...earlier.peek(), state.scenario].slice(-MOST_EARLIER);
  }
  page.value = { ...state, ...parts };
}

/** Goes back to the scenario before the last change of it. */
export function undo(): void {
  const state = page.peek();
  const scenario = earlier.peek().at(-1);
  if (state === null || scenario === undefined) return;
  earlier.value = earlier.peek().slice(0, -1);
  typing = null;
  page.value = { ...state, scenario };
}

let latestCheck = 0;
let checkedScenario: PageState['scenario'] | null = null;
let checkedPast = false;

/** Checks every scenario that comes up, and marks the run of another as such. Called once. */
export function watchScenario(): void {
  effect(() => {
    const state = page.value;
    if (state === null || (state.scenario === checkedScenario && state.pastChecks === checkedPast)) return;
    const isNew = state.scenario !== checkedScenario;
    checkedScenario = state.scenario;
    checkedPast = state.pastChecks;
    outdateRun(state);
    if (isNew) void checkNow(state.scenario);
  });
}

/** A run under way ends; one that was made holds for the scenario it was made of, also when that comes back. */
function outdateRun(state: PageState): void {
  const run = running.peek();
  if (run.kind === 'running') engine.giveUpRuns();
  if (run.kind === 'done') {
    const isCurrent = isOf(run.of, state);
    // Only what is new: whoever shows the run would go through all of its maps at each change.
    if (isCurrent !== run.isCurrent) running.value = { ...run, isCurrent };
  }
  if (run.kind === 'failed') running.value = { kind: 'none' };
}

function isOf(made: Pick<PageState, 'scenario' | 'pastChecks'>, { scenario, pastChecks }: PageState): boolean {
  return made.pastChecks === pastChecks && isSameScenario(made.scenario, scenario);
}

async function checkNow(scenario: PageState['scenario']): Promise<void> {
  latestCheck += 1;
  const mine = latestCheck;
  const start = performance.now();
  isChecking.value = true;
  try {
    const answer = await engine.call('check', scenario);
    if (mine !== latestCheck) return;
    batch(() => {
      checked.value = answer;
      checkMilliseconds.value = performance.now() - start;
    });
  } catch (error) {
    notice.value = messageOf(error);
  }
  if (mine === latestCheck) isChecking.value = false;
}

/** Runs the scenario as it stands. A run under way is given up first. */
export async function runNow(device: 'auto' | 'cpu' = 'auto'): Promise<void> {
  const state = page.peek();
  if (state === null) return;
  if (running.peek().kind === 'running') engine.giveUpRuns();
  const mine: RunState = { kind: 'running', progress: null };
  running.value = mine;
  let shown: RunState = mine;
  const show = (next: RunState) => {
    // Another run, or the end of this one, may have taken its place.
    if (running.peek() !== shown) return;
    shown = next;
    running.value = next;
  };
  const isCurrent = () => page.peek()?.scenario === state.scenario && page.peek()?.pastChecks === state.pastChecks;
  try {
    const answer = await engine.call('run', { scenario: state.scenario, pastChecks: state.pastChecks, device }, (progress) =>
      show({ kind: 'running', progress }),
    );
    show({ kind: 'done', answer, of: { scenario: state.scenario, pastChecks: state.pastChecks }, isCurrent: isCurrent() });
  } catch (error) {
    if (!isCurrent()) return show({ kind: 'none' });
    show({ kind: 'failed', failure: error instanceof EngineCallError ? error.failure : { message: messageOf(error), problems: [] } });
  }
}

/** Gives up the run under way. */
export function giveUpRun(): void {
  if (running.peek().kind !== 'running') return;
  running.value = { kind: 'none' };
  engine.giveUpRuns();
}

/** An error in words. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
