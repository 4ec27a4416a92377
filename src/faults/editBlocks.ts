/** @file Changes to a plan's blocks: struct-of-arrays, so a change is a copy with some values replaced, or some blocks left out. */
import type { Blocks, Plan, Step } from '../plan/plan.ts';

/** Values of one block that a fault replaces. */
export interface BlockEdit {
  readonly srcOffset?: number;
  readonly dstOffset?: number;
  readonly bytes?: number;
}

/** A copy of the plan in which `edit` has changed some blocks. @param edit null = as it was */
export function editBlocks(plan: Plan, edit: (block: number) => BlockEdit | null): Plan {
  const srcOffset = plan.blocks.srcOffset.slice();
  const dstOffset = plan.blocks.dstOffset.slice();
  const bytes = plan.blocks.bytes.slice();
  for (let block = 0; block < plan.blocks.count; block++) {
    const edited = edit(block);
    if (edited === null) continue;
    srcOffset[block] = edited.srcOffset ?? (srcOffset[block] as number);
    dstOffset[block] = edited.dstOffset ?? (dstOffset[block] as number);
    bytes[block] = edited.bytes ?? (bytes[block] as number);
  }
  return { ...plan, blocks: { ...plan.blocks, srcOffset, dstOffset, bytes } };
}

/** The plan without some blocks; sends keep the others, with their ranges moved up. */
export function dropBlocks(plan: Plan, isDropped: (block: number) => boolean): Plan {
  const kept: number[] = [];
  /** How many blocks before this one are kept. */
  const keptBefore = new Uint32Array(plan.blocks.count + 1);
  for (let block = 0; block < plan.blocks.count; block++) {
    keptBefore[block] = kept.length;
    if (!isDropped(block)) kept.push(block);
  }
  keptBefore[plan.blocks.count] = kept.length;
  const moved = (step: Step): Step =>
    step.kind === 'send' ? { ...step, fromBlock: keptBefore[step.fromBlock] as number, toBlock: keptBefore[step.toBlock] as number } : step;
  return { steps: plan.steps.map(moved), entries: plan.entries, blocks: pick(plan.blocks, kept) };
}

function pick({ srcOffset, dstOffset, bytes, entry }: Blocks, rows: readonly number[]): Blocks {
  return {
    count: rows.length,
    srcOffset: Float64Array.from(rows, (row) => srcOffset[row] as number),
    dstOffset: Float64Array.from(rows, (row) => dstOffset[row] as number),
    bytes: Uint32Array.from(rows, (row) => bytes[row] as number),
    entry: Uint32Array.from(rows, (row) => entry[row] as number),
  };
}
