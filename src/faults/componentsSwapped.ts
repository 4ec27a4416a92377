/** @file Two components in the other order on one node. They pair by position, whatever their types. */
import { oneOf } from './choose.ts';
import { editRanks } from './editLists.ts';
import { type FaultKind, type FaultSide, untouched } from './fault.ts';

/** Position of the first of two neighbours, and the node; drawn by default. */
export interface ComponentsSwapped {
  readonly kind: 'components-swapped';
  readonly first?: number | undefined;
  readonly side?: FaultSide | undefined;
}

/** Swaps two neighbouring components of a node's list. */
export const componentsSwapped: FaultKind<ComponentsSwapped, 'lists'> = {
  kind: 'components-swapped',
  title: 'two state components stand in the other order on one node',
  seam: 'lists',
  classOf: () => 'component-order',
  plant: (preparation, settings, random) => {
    const side = settings.side ?? oneOf(['prefill', 'decode'] as const, random) ?? 'prefill';
    const count = preparation[side].ranks[0]?.components.length ?? 0;
    const first = settings.first ?? oneOf([...Array(Math.max(0, count - 1)).keys()], random);
    if (first === null || first + 1 >= count) return untouched(preparation);
    const result = editRanks(preparation, side, (rank) => {
      const components = rank.components.slice();
      const [a, b] = components.slice(first, first + 2);
      if (a !== undefined && b !== undefined) components.splice(first, 2, b, a);
      return { ...rank, components };
    });
    const types = preparation[side].ranks[0]?.components.slice(first, first + 2).map(({ type }) => type) ?? [];
    return { result, did: `components ${first} and ${first + 1} (${types.join(', ')}) are swapped on ${side}` };
  },
};
