/** @file What the transfer view has asked the engine for: the steps, the one that is looked at in detail, and decode's memory as of it. */
import { computed, effect, signal } from '@preact/signals';
import { EngineCallError } from '../engine/client.ts';
import { engine } from '../engine/engine.ts';
import type { StageRequest } from '../engine/stageRequest.ts';
import type { StepDetail, StepState, StepsAnswer } from '../engine/transferProtocol.ts';
import { change, messageOf, notice, page } from '../state/store.ts';
import { stopWords } from './stopWords.ts';

/** Memory is shown step by step for hand-offs up to this size. */
export const MOST_STEPPED_BYTES = 512 * 2 ** 20;

/** The steps; null until they are there. */
export const steps = signal<StepsAnswer | null>(null);
/** The last step that was carried out, in detail. */
export const detail = signal<StepDetail | null>(null);
/** Decode's memory after so many steps; of earlier steps until the engine has caught up. */
export const state = signal<StepState | null>(null);
/** Milliseconds from step to step while playing; null while not. */
export const playing = signal<number | null>(null);
/** Said when the player stops by itself. */
export const stopped = signal<string | null>(null);

/** Steps carried out: from 0 to all of them. */
export const position = computed(() => Math.min(page.value?.step ?? 0, steps.value?.steps.length ?? 0));
/** Whether memory is shown as of `position`. */
export const isCaughtUp = computed(() => state.value?.steps === position.value);

/** Goes to a step, and stays there. */
export function goTo(step: number): void {
  const most = steps.peek()?.steps.length ?? 0;
  change({ step: Math.max(0, Math.min(most, step)) });
}

/** Starts or stops playing. */
export function play(milliseconds: number | null): void {
  stopped.value = null;
  if (milliseconds !== null && position.peek() >= (steps.peek()?.steps.length ?? 0)) goTo(0);
  playing.value = milliseconds;
}

let request: StageRequest | null = null;
let isAsking = false;

/** Follows the page while the view is shown. @returns what ends it */
export function watchTransfer(): () => void {
  const ends = [effect(followScenario), effect(followStep), effect(followPlaying)];
  return () => {
    playing.value = null;
    for (const end of ends) end();
  };
}

function followScenario(): void {
  const shown = page.value;
  if (shown === null || (request?.scenario === shown.scenario && request.pastChecks === shown.pastChecks)) return;
  const mine = { scenario: shown.scenario, pastChecks: shown.pastChecks };
  request = mine;
  playing.value = null;
  stopped.value = null;
  void tell(async () => {
    const answer = await engine.call('steps', mine);
    if (request !== mine) return;
    state.value = null;
    detail.value = null;
    steps.value = answer;
  });
}

function followStep(): void {
  const mine = request;
  const answer = steps.value;
  const step = position.value;
  if (mine === null || answer === null || answer.steps.length === 0) return;
  void tell(async () => {
    const found = await engine.call('stepDetail', { ...mine, step: Math.max(0, step - 1) });
    if (request === mine && position.peek() === step) detail.value = found;
  });
  if (answer.memoryBytes <= MOST_STEPPED_BYTES) void catchUp();
}

/** One state at a time: whoever drags over a hundred steps wants the last one. */
async function catchUp(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  await tell(async () => {
    while (request !== null && state.peek()?.steps !== position.peek()) {
      const mine = request;
      const before = state.peek();
      const found = await engine.call('stateAfter', { ...mine, steps: position.peek() });
      if (found === null) break;
      if (request !== mine) continue;
      state.value = found;
      stopAtDamage(before, found);
    }
  });
  isAsking = false;
}

function stopAtDamage(before: StepState | null, now: StepState): void {
  const why = playing.peek() === null || before === null ? null : stopWords(before, now);
  if (why === null) return;
  playing.value = null;
  stopped.value = why;
}

function followPlaying(): (() => void) | undefined {
  const milliseconds = playing.value;
  const total = steps.value?.steps.length ?? 0;
  const isStepped = (steps.value?.memoryBytes ?? 0) <= MOST_STEPPED_BYTES;
  if (milliseconds === null || (isStepped && !isCaughtUp.value)) return undefined;
  if (position.value >= total) {
    playing.value = null;
    return undefined;
  }
  const next = position.value + 1;
  const timer = setTimeout(() => goTo(next), milliseconds);
  return () => clearTimeout(timer);
}

async function tell(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // A run that begins takes the worker along.
    if (!(error instanceof EngineCallError && error.message === 'given up')) notice.value = messageOf(error);
  }
}
