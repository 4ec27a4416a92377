/** @file How faults choose what their settings leave open: the one place where victims are drawn. */
import type { RandomStream } from '../core/random.ts';
import type { Plan, PlanEntry, Step } from '../plan/plan.ts';
import type { FaultTarget } from './fault.ts';

/** One of a list; null of an empty one. Draws nothing where there is no choice. */
export function oneOf<T>(items: readonly T[], random: RandomStream): T | null {
  if (items.length < 2) return items[0] ?? null;
  return items[random.below(items.length)] ?? null;
}

/** The request that the settings name, or one of those that qualify. */
export function victim(request: number | undefined, qualify: readonly number[], random: RandomStream): number | null {
  if (request !== undefined) return qualify.includes(request) ? request : null;
  return oneOf(qualify, random);
}

/** Whether an entry of the plan is what the target names. The draft's tensors go by its name. */
export function isTarget(entry: Pick<PlanEntry, 'component' | 'srcTensor'>, target: FaultTarget): boolean {
  return target === 'draft' ? typeof entry.component === 'number' && entry.srcTensor.startsWith('draft/') : entry.component === target;
}

/** The target that the settings name, or one of those that the plan sends anything of. */
export function sentTarget(plan: Plan, target: FaultTarget | undefined, random: RandomStream): FaultTarget | null {
  if (target !== undefined) return target;
  const sent = new Set<FaultTarget>();
  for (const step of sendsOf(plan)) if (step.toBlock > step.fromBlock) sent.add(step.component);
  return oneOf([...sent], random);
}

/** A plan's sends, in order. */
export function sendsOf(plan: Plan): readonly Extract<Step, { kind: 'send' }>[] {
  return plan.steps.filter((step): step is Extract<Step, { kind: 'send' }> => step.kind === 'send');
}

/** `kv`, `metadata`, `draft state`, `component 1` - a target in words. */
export function targetName(target: FaultTarget): string {
  return target === 'kv' ? 'the KV pages' : target === 'aux' ? 'the metadata row' : target === 'draft' ? 'the draft’s state' : `state component ${target}`;
}

/** The verb that goes with a target's name: pages are many, all else is one. */
export function verbOf(target: FaultTarget, one: string, many: string): string {
  return target === 'kv' ? many : one;
}
