/**
 * @file Pairing entries by model layer id (`build_transfer_entry_pairs`): what newer engines do where both peers name their layers.
 */
import { EngineError } from '../core/errors.ts';

/** The entries of one list on both sides. An empty id list = the side sends no layer ids. */
export interface LayerLists {
  readonly srcLayerIds: readonly number[];
  readonly dstLayerIds: readonly number[];
  readonly srcCount: number;
  readonly dstCount: number;
}

/**
 * Pairs (position on P, position on D). With ids the k-th occurrence of an id pairs with the k-th; without, position pairs with position.
 * @param allowPositional P is one pipeline stage: ids that only one side has are ignored, and D may have more entries than P
 * @throws EngineError(RuntimeError) where the lists cannot be paired
 */
export function transferEntryPairs(lists: LayerLists, allowPositional: boolean): readonly (readonly [src: number, dst: number])[] {
  const { srcLayerIds, dstLayerIds, srcCount, dstCount } = lists;
  if (srcCount === 0) return [];
  const bothHaveIds = srcLayerIds.length > 0 && dstLayerIds.length > 0;
  const oneHasIds = !bothHaveIds && srcLayerIds.length + dstLayerIds.length > 0;
  if (oneHasIds && !allowPositional) throw new EngineError('RuntimeError', 'Layer metadata must be provided by both PD peers or neither');
  if (bothHaveIds) return pairById(lists);
  if (dstCount < srcCount || (dstCount !== srcCount && !allowPositional)) {
    throw new EngineError('RuntimeError', `PP-heterogeneous transfer requires layer ids on both peers; got src=${srcCount} dst=${dstCount} entries`);
  }
  return Array.from({ length: srcCount }, (_, position) => [position, position] as const);
}

function pairById({ srcLayerIds, dstLayerIds, srcCount, dstCount }: LayerLists): readonly (readonly [number, number])[] {
  if (srcLayerIds.length !== srcCount || dstLayerIds.length !== dstCount) {
    throw new EngineError(
      'RuntimeError',
      `Layer metadata length must match transfer entries: src metadata=${srcLayerIds.length} entries=${srcCount}, ` +
        `dst metadata=${dstLayerIds.length} entries=${dstCount}`,
    );
  }
  const unpaired = new Map<number, number[]>();
  dstLayerIds.forEach((id, position) => {
    const positions = unpaired.get(id);
    if (positions === undefined) unpaired.set(id, [position]);
    else positions.push(position);
  });
  return srcLayerIds.map((id, src) => {
    const dst = unpaired.get(id)?.shift();
    if (dst === undefined) throw new EngineError('RuntimeError', `Decode peer is missing a transfer entry for model layer ${id}`);
    return [src, dst] as const;
  });
}
