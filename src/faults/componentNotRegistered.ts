/** @file A component that a node, or both, never put into its list. Components pair by position: on one side alone, all behind it pair with their neighbours. */
import { oneOf, targetName } from './choose.ts';
import { componentPosition, editRanks } from './editLists.ts';
import { type FaultKind, type FaultSide, type FaultTarget, untouched } from './fault.ts';

/** Which component, and on which side; on both by default. */
export interface ComponentNotRegistered {
  readonly kind: 'component-not-registered';
  readonly component?: Exclude<FaultTarget, 'kv' | 'aux'> | undefined;
  readonly side?: FaultSide | 'both' | undefined;
}

/** Leaves a state component out of the registration. */
export const componentNotRegistered: FaultKind<ComponentNotRegistered, 'lists'> = {
  kind: 'component-not-registered',
  title: 'a state component is not registered',
  seam: 'lists',
  classOf: ({ side = 'both', component }) => (side === 'both' || component === 'draft' ? 'not-arrived' : 'component-order'),
  plant: (preparation, { component, side = 'both' }, random) => {
    const count = preparation.prefill.ranks[0]?.components.length ?? 0;
    const target = component ?? oneOf([...Array(count).keys()], random);
    if (target === null) return untouched(preparation);
    const sides: readonly FaultSide[] = side === 'both' ? ['prefill', 'decode'] : [side];
    const hit = sides.filter((each) => preparation[each].ranks.some((rank) => componentPosition(rank, target) >= 0));
    const result = hit.reduce(
      (edited, each) =>
        editRanks(edited, each, (rank) => {
          const position = componentPosition(rank, target);
          return { ...rank, components: rank.components.filter((_, i) => i !== position) };
        }),
      preparation,
    );
    return { result, did: hit.length === 0 ? null : `${targetName(target)} is not registered on ${hit.join(' and ')}` };
  },
};
