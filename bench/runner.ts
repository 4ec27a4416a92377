/**
 * @file Running goals one after another. One that cannot be measured is recorded with its reason, and the run goes on.
 */
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { BenchContext, Goal, GoalResult } from './goal.ts';

/** The machine that figures were made on, as it stands in every row's evidence. */
export function describeMachine(): Readonly<Record<string, string | number>> {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}

/**
 * Goals to run: all when `names` is empty, else those named, in the order of `goals`.
 * @throws RangeError that lists the names there are, when one is unknown
 */
export function selectGoals(goals: readonly Goal[], names: readonly string[]): readonly Goal[] {
  const known = goals.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new RangeError(`no goal is named ${unknown.map((name) => `"${name}"`).join(', ')}; there are ${known.join(', ')}`);
  return names.length === 0 ? goals : goals.filter(({ name }) => names.includes(name));
}

/**
 * Runs goals in order.
 * @param record called after each with all results so far, so that an interrupted run keeps what it measured
 */
export async function runGoals(
  goals: readonly Goal[],
  context: BenchContext,
  record: (results: readonly GoalResult[]) => void,
): Promise<readonly GoalResult[]> {
  const results: GoalResult[] = [];
  for (const goal of goals) {
    context.progress(goal.name);
    results.push(await runGoal(goal, context));
    record(results);
  }
  return results;
}

async function runGoal(goal: Goal, context: BenchContext): Promise<GoalResult> {
  const { name, unit } = goal;
  const machine = describeMachine();
  const measuring: BenchContext = { ...context, progress: (what) => context.progress(`${name}: ${what}`) };
  try {
    const { figure, adapter, evidence } = await goal.run(measuring);
    if (!Number.isFinite(figure)) throw new Error(`the measurement gave ${figure}`);
    const [adapterName, software] = adapter === null ? [null, null] : [adapter.name, adapter.software];
    return { name, goal: goal.goal, figure, unit, met: goal.met(figure, adapter), adapter: adapterName, software, evidence: { machine, ...evidence } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, goal: goal.goal, figure: null, unit, met: false, adapter: null, software: null, evidence: { machine, reason } };
  }
}
