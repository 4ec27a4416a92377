/** @file A page looked up in a full-to-SWA table that has been replaced since: it is another request's now, or nobody's. */
import { oneOf, victim } from './choose.ts';
import { editRequest, sparePages, withList } from './editLists.ts';
import { type FaultKind, type FaultSide, untouched } from './fault.ts';

/** Whose SWA list on which node, and the page that the old table gives; drawn by default, from other requests' pages where there are any. */
export interface StaleMapping {
  readonly kind: 'stale-mapping';
  readonly request?: number | undefined;
  readonly side?: FaultSide | undefined;
  readonly page?: number | undefined;
}

/** Puts a page of an earlier mapping into an SWA list. */
export const staleMapping: FaultKind<StaleMapping, 'lists'> = {
  kind: 'stale-mapping',
  title: 'an SWA page is looked up in a mapping that has been replaced',
  seam: 'lists',
  classOf: () => 'wrong-page',
  plant: (preparation, settings, random) => {
    const { requests } = preparation;
    const side = settings.side ?? oneOf(['prefill', 'decode'] as const, random) ?? 'prefill';
    const filled = [...requests.keys()].filter((index) => (requests[index]?.[side].indices.states.swa.length ?? 0) > 0);
    const index = victim(settings.request, filled, random);
    if (index === null) return untouched(preparation);
    const swa = requests[index]?.[side].indices.states.swa ?? new Int32Array(0);
    const position = random.below(swa.length);
    const others = requests.flatMap((request, other) => (other === index ? [] : [...request[side].indices.states.swa])).filter((page) => !swa.includes(page));
    const page = settings.page ?? oneOf(others, random) ?? (sparePages(preparation, side).swa(1)[0] as number);
    if (swa[position] === page) return untouched(preparation);
    const stale = swa.slice();
    stale[position] = page;
    const result = editRequest(preparation, index, side, (own) => ({ ...own, indices: withList(own.indices, 'swa', stale) }));
    return { result, did: `${side}’s SWA list of request ${index} has page ${page} of an old mapping in place of ${swa[position]}` };
  },
};
