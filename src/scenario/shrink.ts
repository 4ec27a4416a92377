/**
 * @file A failing scenario made small: the fewest requests, faults, layers, pages, slots and tokens that fail in the same way. Greedy, one reduction at a time, in a fixed order, until a
 * whole round takes nothing away; so the result is deterministic, and shrinking it again changes nothing.
 */
import { SimError } from '../core/errors.ts';
import type { Device } from '../device/device.ts';
import type { CauseClassId } from '../verify/diagnosis/causes.ts';
import { type NumberReduction, reductionsOf } from './reductions.ts';
import type { ResolvedScenario } from './resolvedScenario.ts';
import { resolveScenario } from './resolveScenario.ts';
import { type RunResult, runScenario } from './runScenario.ts';
import type { ScenarioInput } from './scenarioSchema.ts';
import { writtenScenario } from './writtenScenario.ts';

/** How a run failed; see `isAlike`. */
export interface Failure {
  readonly status: RunResult['verdict']['status'];
  /** Ids of findings that are more than information, the classes of the diagnosis among them; sorted, each once. */
  readonly ids: readonly string[];
  /** The largest story of the diagnosis: its class, and the component that it hurts; null where no byte is wrong. */
  readonly cause: { readonly class: CauseClassId; readonly component: string } | null;
}

/** How far a shrinking is. */
export interface ShrinkProgress {
  readonly best: ScenarioInput;
  /** Runs made so far, and how many of them failed alike. */
  readonly runs: number;
  readonly kept: number;
  readonly what: string;
}

/** A shrunk scenario. */
export interface Shrunk extends Omit<ShrinkProgress, 'what'> {
  readonly failure: Failure;
}

/** How to shrink. */
export interface ShrinkOptions {
  readonly device: Device;
  /** Told after every run; `best` is what would be the answer now. */
  readonly onProgress?: (progress: ShrinkProgress) => void;
}

/** How a run failed. */
export function failureOf({ verdict, diagnosis }: Pick<RunResult, 'verdict' | 'diagnosis'>): Failure {
  const ids = verdict.findings.filter(({ severity }) => severity !== 'info').map(({ id }) => id);
  const [story] = diagnosis?.stories ?? [];
  const cause = story === undefined ? null : { class: story.class, component: story.component };
  return { status: verdict.status, ids: [...new Set(ids)].sort(), cause };
}

/** Whether two runs failed in the same way: status, findings, and the first cause where bytes are wrong, in the same component. */
export function isAlike(a: Failure, b: Failure): boolean {
  return a.status === b.status && a.ids.join() === b.ids.join() && a.cause?.class === b.cause?.class && a.cause?.component === b.cause?.component;
}

/**
 * Shrinks a scenario. What comes out has no fixed variant, and expects its own failure.
 * @throws SimError(bad-input) where the scenario does not fail; SimError as `runScenario` does for the scenario itself
 */
export async function shrinkScenario(scenario: ResolvedScenario, { device, onProgress }: ShrinkOptions): Promise<Shrunk> {
  let best = writtenScenario(scenario);
  const failure = failureOf(await runInput(best, device));
  if (failure.status === 'PASS' || failure.status === 'PASS_WITH_WARNING') {
    throw new SimError('bad-input', {
      what: `the scenario ends ${failure.status}: there is no failure to keep`,
      mend: 'Give one that fails; disagg-sim scenarios lists some.',
    });
  }
  let runs = 1;
  let kept = 0;
  const tries = async (candidate: ScenarioInput, what: string): Promise<boolean> => {
    const alike = await failingAlike(candidate, failure, device);
    runs += 1;
    if (alike !== null) {
      // In the form that a second shrinking starts from.
      best = alike;
      kept += 1;
    }
    onProgress?.({ best: expecting(best, failure), runs, kept, what });
    return alike !== null;
  };
  for (let before = -1; before !== kept; ) {
    before = kept;
    // What there is to reduce changes as reductions are made: asked for anew, by its place in the order.
    for (let place = 0; ; place++) {
      const reduction = reductionsOf(best)[place];
      if (reduction === undefined) break;
      if (reduction.kind === 'number') await lower(() => numberNamed(best, reduction.what), tries);
      // What was removed has given its place to the next.
      else if (await tries(reduction.without(), reduction.what)) place -= 1;
    }
  }
  return { best: expecting(best, failure), runs, kept, failure };
}

function numberNamed(scenario: ScenarioInput, what: string): NumberReduction | undefined {
  return reductionsOf(scenario).find((reduction): reduction is NumberReduction => reduction.kind === 'number' && reduction.what === what);
}

/** Brings a number down: to the least at once, else by steps that halve where they fail. */
async function lower(now: () => NumberReduction | undefined, tries: (candidate: ScenarioInput, what: string) => Promise<boolean>): Promise<void> {
  let held = now();
  let steps = held === undefined ? 0 : (held.value - held.least) / held.step;
  while (held !== undefined && steps >= 1) {
    const value = held.value - Math.floor(steps) * held.step;
    const isKept = value >= held.least && (await tries(held.with(value), held.what));
    if (!isKept) steps = Math.floor(steps) / 2;
    held = now();
  }
}

/** The candidate as `writtenScenario` has it; null where it fails in another way, or not at all. */
async function failingAlike(candidate: ScenarioInput, failure: Failure, device: Device): Promise<ScenarioInput | null> {
  try {
    const resolved = resolveInput(candidate);
    const found = failureOf(await runScenario(resolved, { device, timing: false }));
    return isAlike(found, failure) ? writtenScenario(resolved) : null;
  } catch (error) {
    // What no longer fits, or cannot be, does not fail alike.
    if (error instanceof SimError && (error.code === 'bad-input' || error.code === 'memory-budget')) return null;
    throw error;
  }
}

function runInput(input: ScenarioInput, device: Device): Promise<RunResult> {
  return runScenario(resolveInput(input), { device, timing: false });
}

function resolveInput(input: ScenarioInput): ResolvedScenario {
  return resolveScenario(input, { name: 'shrunk', locate: () => ({}), config: null });
}

function expecting(input: ScenarioInput, { status, ids }: Failure): ScenarioInput {
  return { ...input, expect: { status, ...(ids.length === 0 ? {} : { findings: [...ids] }) } };
}
