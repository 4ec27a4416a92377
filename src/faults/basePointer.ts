/** @file Items counted from the start of the buffer, where other data lies, not from where the list's own items start. */
import type { ListedRegion, RegisteredRank } from '../plan/planInput.ts';
import { editRanks } from './editLists.ts';
import type { FaultKind, FaultSide } from './fault.ts';

/** The node whose pointers are wrong; both by default. */
export interface BasePointer {
  readonly kind: 'base-pointer';
  readonly side?: FaultSide | 'both' | undefined;
}

/** Registers KV entries at the start of their tensors: unified buffers hold the ring there. */
export const basePointer: FaultKind<BasePointer, 'lists'> = {
  kind: 'base-pointer',
  title: 'KV pointers do not skip the ring at the head of the unified buffer',
  seam: 'lists',
  classOf: () => 'base-pointer',
  plant: (preparation, { side = 'both' }) => {
    const sides: readonly FaultSide[] = side === 'both' ? ['prefill', 'decode'] : [side];
    const moved = sides.flatMap((each) => preparation[each].ranks.map(headOffsets)).reduce((sum, heads) => sum + heads.size, 0);
    const result = sides.reduce((edited, each) => editRanks(edited, each, withoutHeads), preparation);
    return { result, did: moved === 0 ? null : `KV entries start at the head of their buffers on ${sides.join(' and ')}: the rings there are not skipped` };
  },
};

/** Of tensors that hold more than KV: the offset of their first byte, which another list registers. */
function headOffsets(rank: RegisteredRank): ReadonlyMap<string, number> {
  const heads = new Map<string, number>();
  const registered = rank.components.flatMap(({ entries }) => entries);
  for (const { tensor, offset } of rank.kv) {
    const head = registered.filter((region) => region.tensor === tensor && region.offset < offset).map((region) => region.offset);
    if (head.length > 0) heads.set(tensor, Math.min(...head));
  }
  return heads;
}

function withoutHeads(rank: RegisteredRank): RegisteredRank {
  const heads = headOffsets(rank);
  return { ...rank, kv: rank.kv.map((region): ListedRegion => ({ ...region, offset: heads.get(region.tensor) ?? region.offset })) };
}
