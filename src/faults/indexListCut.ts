/** @file An index list that lost entries at its head or tail, on one node or on both. */
import { oneOf, victim } from './choose.ts';
import { editRequest, filledLists, type ListName, listOf, withList } from './editLists.ts';
import { type FaultKind, type FaultSide, untouched } from './fault.ts';

/** Which list of which request, at which end, and by how many entries; one entry at prefill's tail by default. */
export interface IndexListCut {
  readonly kind: 'index-list-cut';
  readonly request?: number | undefined;
  readonly list?: ListName | undefined;
  readonly side?: FaultSide | 'both' | undefined;
  readonly end?: 'head' | 'tail' | undefined;
  readonly entries?: number | undefined;
}

/** Cuts a list. */
export const indexListCut: FaultKind<IndexListCut, 'lists'> = {
  kind: 'index-list-cut',
  title: 'an index list lost entries at its head or tail',
  seam: 'lists',
  // The engine cuts the longer list’s tail: a head that is missing on one side shifts every pair behind it.
  classOf: ({ side = 'prefill', end = 'tail' }) => (end === 'head' && side !== 'both' ? 'index-shift' : 'not-arrived'),
  plant: (preparation, { request, list, side = 'prefill', end = 'tail', entries = 1 }, random) => {
    const index = victim(request, [...preparation.requests.keys()], random);
    const planned = index === null ? undefined : preparation.requests[index];
    const name = list ?? (planned === undefined ? null : oneOf(filledLists(planned), random));
    if (index === null || planned === undefined || name === null || entries === 0) return untouched(preparation);
    const sides: readonly FaultSide[] = side === 'both' ? ['prefill', 'decode'] : [side];
    const hit = sides.filter((each) => (listOf(planned[each].indices, name)?.length ?? 0) > 0);
    const result = hit.reduce(
      (edited, each) =>
        editRequest(edited, index, each, (own) => {
          const whole = listOf(own.indices, name) ?? new Int32Array(0);
          const cut = end === 'head' ? whole.subarray(entries) : whole.subarray(0, Math.max(0, whole.length - entries));
          return { ...own, indices: withList(own.indices, name, cut) };
        }),
      preparation,
    );
    return { result, did: hit.length === 0 ? null : `the ${name} list of request ${index} lost ${entries} at its ${end} on ${hit.join(' and ')}` };
  },
};
