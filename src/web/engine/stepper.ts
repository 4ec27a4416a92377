/**
 * @file A hand-off carried out up to a step, on real memory, and accounted for as it is then. Each state is made from the start: decode's memory is stamped anew, the plan's first steps
 * are carried out, every word is looked at. The memory stays laid out from one state to the next, and is given back when another scenario or a run needs it.
 */
import type { Device } from '../../device/device.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ResolvedScenario } from '../../scenario/resolvedScenario.ts';
import { transfer } from '../../session/carryOut.ts';
import { account } from '../../session/execute.ts';
import type { HandOff } from '../../session/handOff.ts';
import { arenasOf, layOut, type NodeMemory } from '../../session/nodeMemory.ts';
import type { LoweredPlan } from '../../strategies/lower.ts';
import { strategyNamed } from '../../strategies/registry.ts';
import type { DamageMap } from '../../verify/diagnosis/damageMap.ts';
import { withoutPending } from './pendingWords.ts';
import { settled } from './settledStories.ts';
import { type StagedHandOff, stageOf } from './stage.ts';
import type { StepState } from './transferProtocol.ts';

interface Held {
  readonly key: string;
  readonly device: Device;
  readonly memory: NodeMemory;
  /** What was carried out on it last; null while that is under way, or where it failed. */
  carried: CarriedOut | null;
  /** What the whole hand-off comes to; null until it is wanted. */
  end: DamageMap | null;
}

/** A hand-off carried out up to a step. */
interface CarriedOut {
  readonly steps: number;
  /** With no more than the steps that were carried out. */
  readonly handOff: HandOff;
  readonly memory: NodeMemory;
  readonly lowered: LoweredPlan;
}

let held: Held | null = null;

/** Gives the memory back. */
export async function releaseSteps(): Promise<void> {
  if (held === null) return;
  const { device, memory } = held;
  held = null;
  await device.destroyArenas([...arenasOf(memory.prefill), ...arenasOf(memory.decode)]);
}

/** Forgets memory of a device that was lost: there is nothing to give back. */
export function forgetSteps(): void {
  held = null;
}

/**
 * Decode's memory after the first `steps` steps.
 * @throws SimError(memory-budget), SimError of the device
 */
export async function stateAfter(device: Device, scenario: ResolvedScenario, pastChecks: boolean, steps: number): Promise<StepState | null> {
  const { staged } = stageOf(scenario, pastChecks);
  if (staged === null) return null;
  const { handOff, memory, lowered } = await memoryAfter(device, scenario, pastChecks, staged, steps);
  const { words, diagnosis, map } = await account(device, handOff, memory, scenario.seed);
  const told = { words, map, stories: diagnosis.stories };
  const landed = { steps, blocks: lowered.blocks, bytes: lowered.bytes };
  const plan = staged.handOff.built.plan.steps;
  if (steps >= plan.length) return { ...told, ...landed, toCome: 0, unsettled: [] };
  const seen = await withoutPending(device, handOff, memory, told, plan.slice(steps));
  // A hand-off without damage has nothing that could be told otherwise in the end.
  if (seen.stories.length === 0) return { ...seen, ...landed, unsettled: [] };
  return { ...seen, ...landed, ...settled(seen, await endOf(device, scenario, pastChecks, staged)) };
}

/** Decode's memory after the whole hand-off, as pictures have it; made once for each hand-off that is held. */
async function endOf(device: Device, scenario: ResolvedScenario, pastChecks: boolean, staged: StagedHandOff): Promise<DamageMap> {
  const own = await heldFor(device, `${scenario.hash} ${pastChecks}`, staged.handOff, staged.memory);
  if (own.end !== null) return own.end;
  const { handOff, memory } = await memoryAfter(device, scenario, pastChecks, staged, Number.POSITIVE_INFINITY);
  const { map } = await account(device, handOff, memory, scenario.seed);
  own.end = map;
  return map;
}

/**
 * Both nodes' memory after the first `steps` steps, at most all of them: as it stands where it is asked for again.
 * @throws SimError(memory-budget), SimError of the device
 */
export async function memoryAfter(device: Device, scenario: ResolvedScenario, pastChecks: boolean, staged: StagedHandOff, steps: number): Promise<CarriedOut> {
  const count = Math.min(steps, staged.handOff.built.plan.steps.length);
  const own = await heldFor(device, `${scenario.hash} ${pastChecks}`, staged.handOff, staged.memory);
  if (own.carried?.steps === count) return own.carried;
  own.carried = null;
  await stampAnew(device, own.memory);
  const handOff = upTo(staged.handOff, count);
  const { lowered } = await transfer(device, handOff, own.memory, strategyNamed('merged'));
  own.carried = { steps: count, handOff, memory: own.memory, lowered };
  return own.carried;
}

async function heldFor(device: Device, key: string, { prefill, decode }: HandOff, { numbering }: NodeMemory): Promise<Held> {
  if (held !== null && held.key === key && held.device === device) return held;
  await releaseSteps();
  held = { key, device, memory: await layOut(device, prefill, decode, numbering), carried: null, end: null };
  return held;
}

/** Both nodes: prefill computes contents anew in some orders. */
async function stampAnew(device: Device, { prefill, decode, width }: NodeMemory): Promise<void> {
  for (const { pieces, firstNumber } of [...prefill, ...decode]) {
    for (const { window, arena } of pieces) await device.stamp(arena, firstNumber + window.offset / 4, width);
  }
}

/** The hand-off with the first steps of its plan alone. Faults of memory come when everything has landed. */
function upTo(handOff: HandOff, count: number): HandOff {
  const { plan } = handOff.built;
  if (count >= plan.steps.length) return handOff;
  const first = plan.steps.slice(0, count);
  const landed = first.reduce((most, step) => (step.kind === 'send' ? Math.max(most, step.toBlock) : most), 0);
  // A plan that is carried out in order goes up to the moment when memory is looked at: here and now.
  const isInOrder = plan.steps.some(({ kind }) => kind === 'observe') && !first.some(({ kind }) => kind === 'observe');
  const steps: Plan['steps'] = isInOrder ? [...first, { kind: 'observe' }] : first;
  const part = <T extends Float64Array | Uint32Array>(values: T) => values.subarray(0, landed) as T;
  const { srcOffset, dstOffset, bytes, entry } = plan.blocks;
  const blocks = { count: landed, srcOffset: part(srcOffset), dstOffset: part(dstOffset), bytes: part(bytes), entry: part(entry) };
  return { ...handOff, built: { ...handOff.built, plan: { ...plan, steps, blocks } }, faults: { ...handOff.faults, hits: () => false } };
}
