/** @file Ring rows counted with the other node's ring size. */
import { editRequest, rebuildIndices, sparePages } from './editLists.ts';
import { type FaultKind, type FaultSide, untouched } from './fault.ts';

/** The node that counts wrong; decode by default. */
export interface RingSizeOfPeer {
  readonly kind: 'ring-size-of-peer';
  readonly side?: FaultSide | undefined;
}

/** Builds a node's ring rows and C128 items with its peer's ring sizes. */
export const ringSizeOfPeer: FaultKind<RingSizeOfPeer, 'lists'> = {
  kind: 'ring-size-of-peer',
  title: 'ring rows are counted with the other node’s ring size',
  seam: 'lists',
  classOf: () => 'ring-rows',
  plant: (preparation, { side = 'decode' }) => {
    const own = preparation.geometry[side];
    const peer = preparation.geometry[side === 'decode' ? 'prefill' : 'decode'];
    const geometry = {
      ...own,
      unifiedRingRows: own.unifiedRingRows === null ? null : peer.unifiedRingRows,
      c128: { ...own.c128, ringRows: peer.c128.ringRows },
    };
    if (geometry.unifiedRingRows === own.unifiedRingRows && geometry.c128.ringRows === own.c128.ringRows) return untouched(preparation);
    const result = preparation.requests.reduce((edited, planned, index) => {
      const lengths = preparation.lengths[index];
      if (lengths === undefined) return edited;
      const { swa_ring, c128_state } = rebuildIndices(side, geometry, lengths, planned[side].placement, sparePages(preparation, side)).states;
      return editRequest(edited, index, side, (lists) => ({
        ...lists,
        indices: { ...lists.indices, states: { ...lists.indices.states, swa_ring, c128_state } },
      }));
    }, preparation);
    const rings = own.unifiedRingRows === null ? '' : `rings of ${geometry.unifiedRingRows} rows in place of ${own.unifiedRingRows}, `;
    return { result, did: `${side} counts with its peer’s ${rings}C128 rings of ${geometry.c128.ringRows} rows in place of ${own.c128.ringRows}` };
  },
};
