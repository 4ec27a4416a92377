/** @file The draft model's window left out on prefill: decode registers it, nobody sends it, nothing complains. */
import { componentPosition, editRanks } from './editLists.ts';
import type { FaultKind } from './fault.ts';

/** Nothing to choose. */
export interface DraftOmitted {
  readonly kind: 'draft-omitted';
}

/** Leaves the draft's component out of prefill's registration. */
export const draftOmitted: FaultKind<DraftOmitted, 'lists'> = {
  kind: 'draft-omitted',
  title: 'prefill does not register the draft’s window',
  seam: 'lists',
  classOf: () => 'not-arrived',
  plant: (preparation) => {
    const hasDraft = preparation.prefill.ranks.some((rank) => componentPosition(rank, 'draft') >= 0);
    const result = editRanks(preparation, 'prefill', (rank) => {
      const position = componentPosition(rank, 'draft');
      return position < 0 ? rank : { ...rank, components: rank.components.filter((_, i) => i !== position) };
    });
    return { result, did: hasDraft ? 'prefill registers no component for the draft; decode waits for none' : null };
  },
};
