/**
 * @file A plan carried out on a device: all of it at once where no order is asked for, step by step up to the moment when memory is looked at where one is.
 */
import type { Device } from '../device/device.ts';
import type { LandedStretch } from '../faults/fault.ts';
import type { Blocks, Plan } from '../plan/plan.ts';
import { type LoweredPlan, lowerPlan } from '../strategies/lower.ts';
import type { Strategy, Told } from '../strategies/strategy.ts';
import type { HandOff } from './handOff.ts';
import { carryOutReset, computeContents, flipBits, type NodeMemory } from './nodeMemory.ts';

/** A transfer that has taken place. */
export interface Transferred {
  readonly lowered: LoweredPlan;
  /** What the device was told, in all. */
  readonly told: Told;
  /** The plan's first blocks, so many of them, were carried out. */
  readonly carriedBlocks: number;
}

/** Decode resets the slots it hands out, prefill's blocks land; then whatever faults do to memory. */
export async function transfer(device: Device, handOff: HandOff, memory: NodeMemory, strategy: Strategy): Promise<Transferred> {
  const inOrder = handOff.built.plan.steps.some(({ kind }) => kind === 'observe');
  const transferred = await (inOrder ? stepByStep : allAtOnce)(device, handOff, memory, strategy);
  if (handOff.faults.hits('memory')) {
    const { edits } = handOff.faults.at('memory', { landed: landedStretches(handOff.built.plan, transferred), edits: [] });
    for (const edit of edits) await flipBits(device, memory.decode, edit);
  }
  return transferred;
}

async function allAtOnce(device: Device, { built }: HandOff, memory: NodeMemory, strategy: Strategy): Promise<Transferred> {
  const { plan } = built;
  for (const step of plan.steps) if (step.kind === 'reset') await carryOutReset(device, memory.decode, step);
  return land(device, plan, memory, strategy);
}

/** Sends that follow one another with nothing between travel together. */
async function stepByStep(device: Device, { built, requests }: HandOff, memory: NodeMemory, strategy: Strategy): Promise<Transferred> {
  const { plan } = built;
  const parts: { transferred: Transferred; fromBlock: number }[] = [];
  let fromBlock = 0;
  let toBlock = 0;
  const landPending = async () => {
    if (toBlock === fromBlock) return;
    const blocks = blocksBetween(plan.blocks, fromBlock, toBlock);
    parts.push({ transferred: await land(device, { ...plan, blocks }, memory, strategy), fromBlock });
    fromBlock = toBlock;
  };
  for (const step of plan.steps) {
    if (step.kind === 'observe') break;
    if (step.kind === 'send') toBlock = step.toBlock;
    if (step.kind !== 'reset' && step.kind !== 'compute') continue;
    await landPending();
    const request = requests[step.request];
    if (step.kind === 'reset') await carryOutReset(device, memory.decode, step);
    else if (request !== undefined) await computeContents(device, memory, request, step.generation);
  }
  await landPending();
  return joined(parts, toBlock);
}

async function land(device: Device, plan: Plan, memory: NodeMemory, strategy: Strategy): Promise<Transferred> {
  const lowered = lowerPlan(plan, memory.prefill, memory.decode);
  const { run, release, ...told } = await strategy.prepare(device, lowered);
  try {
    await run();
  } finally {
    await release();
  }
  return { lowered, told, carriedBlocks: plan.blocks.count };
}

/** Parts of one transfer as one. */
function joined(parts: readonly { readonly transferred: Transferred; readonly fromBlock: number }[], carriedBlocks: number): Transferred {
  const sum = (of: (transferred: Transferred) => number) => parts.reduce((total, { transferred }) => total + of(transferred), 0);
  return {
    carriedBlocks,
    lowered: {
      moves: parts.flatMap(({ transferred }) => transferred.lowered.moves),
      ordered: true,
      blocks: sum(({ lowered }) => lowered.blocks),
      bytes: sum(({ lowered }) => lowered.bytes),
      outOfRange: parts.flatMap(({ transferred, fromBlock }) => transferred.lowered.outOfRange.map((out) => ({ ...out, block: out.block + fromBlock }))),
    },
    told: {
      copyCommands: sum(({ told }) => told.copyCommands),
      kernelLaunches: sum(({ told }) => told.kernelLaunches),
      hostTrips: sum(({ told }) => told.hostTrips),
      hostBytes: sum(({ told }) => told.hostBytes),
      note: parts[0]?.transferred.told.note ?? null,
    },
  };
}

function blocksBetween({ srcOffset, dstOffset, bytes, entry }: Blocks, from: number, to: number): Blocks {
  const part = <T extends Float64Array | Uint32Array>(values: T) => values.subarray(from, to) as T;
  return { count: to - from, srcOffset: part(srcOffset), dstOffset: part(dstOffset), bytes: part(bytes), entry: part(entry) };
}

/** Where blocks have landed on decode, in the order in which they did. */
function landedStretches({ blocks, entries }: Plan, { carriedBlocks, lowered }: Transferred): LandedStretch[] {
  const lost = new Set(lowered.outOfRange.map(({ block }) => block));
  const landed: LandedStretch[] = [];
  for (let block = 0; block < carriedBlocks; block++) {
    const entry = entries[blocks.entry[block] as number];
    if (entry === undefined || lost.has(block)) continue;
    landed.push({ decodeRank: entry.decodeRank, offset: blocks.dstOffset[block] as number, bytes: blocks.bytes[block] as number });
  }
  return landed;
}
