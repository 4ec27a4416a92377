/** @file A component that is registered on both nodes and never sent: a dispatch on its type that ends in a branch which returns success. */
import { isTarget, sentTarget, targetName } from './choose.ts';
import { dropBlocks } from './editBlocks.ts';
import { type FaultKind, type FaultTarget, untouched } from './fault.ts';

/** Which one; one of those that are sent by default. */
export interface ComponentDropped {
  readonly kind: 'component-dropped';
  readonly component?: FaultTarget | undefined;
}

/** Sends nothing of a component. */
export const componentDropped: FaultKind<ComponentDropped, 'plan'> = {
  kind: 'component-dropped',
  title: 'the sender passes over a component and reports success',
  seam: 'plan',
  classOf: () => 'not-arrived',
  plant: (view, settings, random) => {
    const { plan, preparation } = view;
    const target = sentTarget(plan, settings.component, random);
    if (target === null) return untouched(view);
    const dropped = plan.entries.map((entry) => isTarget(entry, target));
    const changed = dropBlocks(plan, (block) => dropped[plan.blocks.entry[block] as number] === true);
    const blocks = plan.blocks.count - changed.blocks.count;
    return { result: { plan: changed, preparation }, did: blocks === 0 ? null : `${targetName(target)} is never sent: ${blocks} blocks` };
  },
};
