/** @file The runs of a reproduction's case, carried out again on this device: memory is not in the report, and is drawn from what comes of them. */
import { effect, type Signal, signal } from '@preact/signals';
import type { CaseScenarios, RunsReport } from '../../cli/reproReport.ts';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { engine } from '../engine/engine.ts';
import type { CallProgress, CheckAnswer, RunAnswer } from '../engine/protocol.ts';
import { messageOf, running } from '../state/store.ts';
import { isSameVerdict } from './sameVerdict.ts';

/** Which of the three. */
export type RunName = keyof RunsReport;

/** How it stands with one of them. */
export type RunAgain =
  | { readonly kind: 'running'; readonly progress: CallProgress | null }
  /** `isSame`: it came to the verdict of the report. */
  | { readonly kind: 'done'; readonly answer: RunAnswer; readonly isSame: boolean }
  | { readonly kind: 'failed'; readonly message: string };

/** How it stands with a case. */
export interface CaseAgain {
  /** What the checks say of the case as given; null until they have been asked. */
  readonly checked: CheckAnswer | null;
  /** Memory of the larger of its runs, where that is too much to begin by itself; null where it is not. */
  readonly asksForBytes: number | null;
  readonly runs: Readonly<Partial<Record<RunName, RunAgain>>>;
}

/** A case of a report that has its scenarios. */
export interface CarriedCase {
  readonly scenarios: CaseScenarios;
  readonly runs: RunsReport;
}

/** Runs of memory up to this size are carried out by themselves. */
const RUN_AT_ONCE_BYTES = 512 * 2 ** 20;

/** By the report's own object, so that what was carried out stays while other views are shown. */
const cases = new WeakMap<CaseScenarios, Signal<CaseAgain>>();

/** How it stands with the case that has these. */
export function caseAgain(scenarios: CaseScenarios): Signal<CaseAgain> {
  const known = cases.get(scenarios);
  if (known !== undefined) return known;
  const fresh = signal<CaseAgain>({ checked: null, asksForBytes: null, runs: {} });
  cases.set(scenarios, fresh);
  return fresh;
}

/** What a run is of; null where the case has no such run. */
export function scenarioOf({ scenarios, runs }: CarriedCase, name: RunName): ScenarioInput | null {
  if (runs[name] === null) return null;
  return name === 'mended' ? scenarios.mended : scenarios.asGiven;
}

let queue: Promise<void> = Promise.resolve();

/**
 * Carries out what of a case has not been yet, one run after another and one case after another. Never rejects: what goes wrong stands with the run.
 * @param isWanted false once nobody looks any more: then no further run is begun
 * @param isAsked begin whatever the memory
 */
export function carryOutCase(carried: CarriedCase, isWanted: () => boolean, isAsked = false): Promise<void> {
  queue = queue.then(() => carryOut(carried, isWanted, isAsked));
  return queue;
}

async function carryOut(carried: CarriedCase, isWanted: () => boolean, isAsked: boolean): Promise<void> {
  const state = caseAgain(carried.scenarios);
  const present = (['asGiven', 'pastCheck', 'mended'] as const).filter((name) => state.peek().runs[name]?.kind !== 'done' && carried.runs[name] !== null);
  if (present.length === 0 || !isWanted()) return;
  try {
    const { asGiven, mended } = carried.scenarios;
    const [checked, ofMended] = await Promise.all([engine.call('check', asGiven), mended === null ? null : engine.call('check', mended)]);
    const bytes = Math.max(bytesOf(checked, asGiven), bytesOf(ofMended, mended));
    state.value = { ...state.peek(), checked, asksForBytes: bytes > RUN_AT_ONCE_BYTES && !isAsked ? bytes : null };
  } catch (error) {
    state.value = { ...state.peek(), runs: { asGiven: { kind: 'failed', message: messageOf(error) } } };
    return;
  }
  if (state.peek().asksForBytes !== null) return;
  for (const name of present) {
    await pageRunEnded();
    const scenario = scenarioOf(carried, name);
    if (!isWanted()) return;
    if (scenario !== null) await carryOutRun(carried, name, scenario);
  }
}

/** What is judged by its addresses lays out no memory. */
function bytesOf(answer: CheckAnswer | null, scenario: ScenarioInput | null): number {
  return answer?.ok === true && scenario?.judgedBy !== 'plan' ? (answer.memoryBytes ?? 0) : 0;
}

async function carryOutRun({ scenarios, runs }: CarriedCase, name: RunName, scenario: ScenarioInput): Promise<void> {
  const state = caseAgain(scenarios);
  const set = (run: RunAgain) => {
    state.value = { ...state.peek(), runs: { ...state.peek().runs, [name]: run } };
  };
  set({ kind: 'running', progress: null });
  try {
    const answer = await engine.call('run', { scenario, pastChecks: name === 'pastCheck', device: 'auto' }, (progress) => set({ kind: 'running', progress }));
    const told = runs[name];
    set({ kind: 'done', answer, isSame: told !== null && isSameVerdict(told, answer.report.verdict) });
  } catch (error) {
    // Also where the page's own run was given up: both have one worker.
    set({ kind: 'failed', message: messageOf(error) });
  }
}

/** The page's own run goes first: two at once would take the memory of both. */
function pageRunEnded(): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (running.value.kind === 'running') return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}
