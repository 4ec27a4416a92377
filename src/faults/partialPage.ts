/** @file An item sent short: as many bytes as the tokens so far, not the whole item. */
import { targetName } from './choose.ts';
import { editBlocks } from './editBlocks.ts';
import { type FaultKind, type FaultTarget, untouched } from './fault.ts';

/** Which part of one item is sent, from 0 to 1; half of any item by default. */
export interface PartialPage {
  readonly kind: 'partial-page';
  readonly component?: Exclude<FaultTarget, 'draft'> | undefined;
  readonly share?: number | undefined;
}

/** Shortens one block. */
export const partialPage: FaultKind<PartialPage, 'plan'> = {
  kind: 'partial-page',
  title: 'a page is sent in part',
  seam: 'plan',
  classOf: () => 'item-cut',
  plant: (view, { component, share = 0.5 }, random) => {
    const { plan, preparation } = view;
    const blocks = [...Array(plan.blocks.count).keys()].filter((block) => {
      const entry = plan.entries[plan.blocks.entry[block] as number];
      return entry !== undefined && (plan.blocks.bytes[block] as number) > 4 && (component === undefined || entry.component === component);
    });
    if (blocks.length === 0 || share >= 1) return untouched(view);
    const victimBlock = blocks[random.below(blocks.length)] as number;
    const whole = plan.blocks.bytes[victimBlock] as number;
    const bytes = Math.max(4, Math.floor((whole * share) / 4) * 4);
    const target = plan.entries[plan.blocks.entry[victimBlock] as number]?.component ?? 'kv';
    const changed = editBlocks(plan, (block) => (block === victimBlock ? { bytes } : null));
    return { result: { plan: changed, preparation }, did: `one item of ${targetName(target)} is sent with ${bytes} of its ${whole} B` };
  },
};
