/**
 * @file The first refusals would be worked out by code that has never run, and take several times as long as the next ones. So the checks' worker, once it has answered the first time and
 * nobody asks for anything, checks a few changes that somebody could make, and keeps nothing of it.
 */
import type { EngineInput, ScenarioInput } from '../../scenario/scenarioSchema.ts';

/** How long nobody must have asked for anything, milliseconds: the page is busy with its first pictures until then. */
const IDLE_MS = 300;
/** For how long to go on checking, milliseconds of work: a function is compiled well only after it has run some dozen times. */
const WORK_MS = 500;

/** What to call when a call has come in and when one has been answered. */
export interface WarmUp {
  asked(): void;
  /** @param scenario the one that was checked, for a call of `check` */
  answered(scenario: ScenarioInput | null): void;
}

/** Checks changes one at a time while nothing is asked for. @param check makes the checks; what it says or throws does not matter */
export function createWarmUp(check: (scenario: ScenarioInput) => unknown): WarmUp {
  let changes: readonly ScenarioInput[] = [];
  let checks = 0;
  let workMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    if (changes.length > 0 && workMs < WORK_MS) timer = setTimeout(next, IDLE_MS);
  };
  const next = () => {
    const start = performance.now();
    try {
      check(changes[checks % changes.length] as ScenarioInput);
    } catch {
      // Some changes make no scenario; that path is warm then too.
    }
    checks += 1;
    workMs += performance.now() - start;
    // A call that has come in meanwhile is answered before this.
    if (workMs < WORK_MS) timer = setTimeout(next, 0);
  };
  return {
    asked: () => clearTimeout(timer),
    answered: (scenario) => {
      if (scenario !== null && changes.length === 0) changes = changesOf(scenario);
      wait();
    },
  };
}

/** Decode drafts nothing, whatever prefill does. */
function withoutSpeculation(scenario: ScenarioInput): ScenarioInput {
  const { speculation: _, ...decode } = scenario.decode ?? {};
  return { ...scenario, decode };
}

/** Pages, windows, speculation and modes that the nodes do not share: refusals, silent corruption, and their mends. */
function changesOf(scenario: ScenarioInput): ScenarioInput[] {
  const changed = (side: 'prefill' | 'decode', parts: EngineInput): ScenarioInput => ({ ...scenario, [side]: { ...scenario[side], ...parts } });
  const pageSize = scenario.prefill?.pageSize ?? 256;
  return [
    changed('decode', { pageSize: pageSize / 2 }),
    changed('prefill', { pageSize: pageSize / 2 }),
    changed('decode', { window: 256 }),
    changed('decode', { speculation: { draftTokens: 4 } }),
    withoutSpeculation(scenario),
    changed('decode', { mode: 'unified' }),
  ];
}
