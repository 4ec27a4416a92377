/** @file A batch whose copy fails while the room is reported as successful. */
import { oneOf } from './choose.ts';
import { dropBlocks } from './editBlocks.ts';
import { type FaultKind, untouched } from './fault.ts';

/** Which entry of the plan; drawn by default, of any request. */
export interface CopyFailed {
  readonly kind: 'copy-failed';
  readonly request?: number | undefined;
}

/** Leaves out the blocks of one entry, which are one call of the transport. */
export const copyFailed: FaultKind<CopyFailed, 'plan'> = {
  kind: 'copy-failed',
  title: 'a copy fails and the room succeeds',
  seam: 'plan',
  classOf: () => 'not-arrived',
  plant: (view, { request }, random) => {
    const { plan, preparation } = view;
    const batches = plan.steps.flatMap((step) => {
      if (step.kind !== 'send' || (request !== undefined && step.request !== request)) return [];
      const entries = new Set(plan.blocks.entry.subarray(step.fromBlock, step.toBlock));
      return [...entries].map((entry) => ({ step, entry }));
    });
    const batch = oneOf(batches, random);
    if (batch === null) return untouched(view);
    const { step, entry } = batch;
    const isLost = (block: number) => block >= step.fromBlock && block < step.toBlock && plan.blocks.entry[block] === entry;
    const { type, srcTensor } = plan.entries[entry] ?? { type: 'nothing', srcTensor: '' };
    return {
      result: { plan: dropBlocks(plan, isLost), preparation },
      did: `the copy of ${type} (${srcTensor}) of request ${step.request} fails, and nobody is told`,
    };
  },
};
