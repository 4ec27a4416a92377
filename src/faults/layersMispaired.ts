/** @file Entries of a list paired with the entry some places further on: right items in the wrong layers. */
import { isTarget, sendsOf, sentTarget, targetName } from './choose.ts';
import { editBlocks } from './editBlocks.ts';
import { type FaultKind, type FaultTarget, type PlanView, untouched } from './fault.ts';
import { entriesOf } from './itemLengthOff.ts';

/** Which list, and by how many places; one place by default. */
export interface LayersMispaired {
  readonly kind: 'layers-mispaired';
  readonly component?: FaultTarget | undefined;
  readonly by?: number | undefined;
}

/** Rotates the destinations of a list among its entries of one item length. */
export const layersMispaired: FaultKind<LayersMispaired, 'plan'> = {
  kind: 'layers-mispaired',
  title: 'layers are paired with others',
  seam: 'plan',
  classOf: () => 'layer-pairing',
  plant: (view, { component, by = 1 }, random) => {
    const target = component ?? sentTarget(rotatable(view), undefined, random);
    if (target === null) return untouched(view);
    const { plan, preparation } = view;
    const shifts = plan.entries.map((entry) => {
      if (!isTarget(entry, target)) return 0;
      const regions = entriesOf(preparation.decode.ranks[entry.decodeRank], target);
      const alike = [...regions.keys()].filter((i) => regions[i]?.itemBytes === regions[entry.dstPosition]?.itemBytes);
      const place = alike.indexOf(entry.dstPosition);
      const other = regions[alike[(((place + by) % alike.length) + alike.length) % alike.length] ?? entry.dstPosition];
      return (other?.offset ?? 0) - (regions[entry.dstPosition]?.offset ?? 0);
    });
    let moved = 0;
    const changed = editBlocks(plan, (block) => {
      const shift = shifts[plan.blocks.entry[block] as number] ?? 0;
      if (shift === 0) return null;
      moved += 1;
      return { dstOffset: (plan.blocks.dstOffset[block] as number) + shift };
    });
    const did = moved === 0 ? null : `entries of ${targetName(target)} are written ${by} further on in decode’s list: ${moved} blocks`;
    return { result: { plan: changed, preparation }, did };
  },
};

/** The plan with only such sends as have two entries of one item length. */
function rotatable({ plan, preparation }: PlanView): PlanView['plan'] {
  const steps = sendsOf(plan).filter(({ component, decodeRank }) => {
    const lengths = entriesOf(preparation.decode.ranks[decodeRank], component).map(({ itemBytes }) => itemBytes);
    return component !== 'aux' && new Set(lengths).size < lengths.length;
  });
  return { ...plan, steps };
}
