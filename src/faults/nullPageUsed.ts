/** @file The null page in an index list: what an unmapped token translates to. */
import { oneOf, victim } from './choose.ts';
import { editRequest, filledLists, type ListName, listOf, withList } from './editLists.ts';
import { type FaultKind, type FaultSide, untouched } from './fault.ts';

/** Which entry of which list; drawn by default, on decode. */
export interface NullPageUsed {
  readonly kind: 'null-page-used';
  readonly request?: number | undefined;
  readonly side?: FaultSide | undefined;
  readonly list?: ListName | undefined;
  readonly position?: number | undefined;
}

/** Puts item 0 into a list. */
export const nullPageUsed: FaultKind<NullPageUsed, 'lists'> = {
  kind: 'null-page-used',
  title: 'an index list holds the null page',
  seam: 'lists',
  classOf: () => 'null-page',
  plant: (preparation, { request, side = 'decode', list, position }, random) => {
    const index = victim(request, [...preparation.requests.keys()], random);
    const planned = index === null ? undefined : preparation.requests[index];
    const name = list ?? (planned === undefined ? null : oneOf(filledLists(planned), random));
    const own = planned === undefined || name === null ? null : listOf(planned[side].indices, name);
    if (index === null || name === null || own === null || own.length === 0) return untouched(preparation);
    const at = position ?? random.below(own.length);
    if (at >= own.length) return untouched(preparation);
    const holed = own.slice();
    holed[at] = 0;
    const result = editRequest(preparation, index, side, (lists) => ({ ...lists, indices: withList(lists.indices, name, holed) }));
    return { result, did: `entry ${at} of ${side}’s ${name} list of request ${index} is the null item in place of ${own[at]}` };
  },
};
