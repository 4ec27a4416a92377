/** @file Two requests' metadata rows mixed up on prefill: first token, log-probabilities and seeds of somebody else. */
import { oneOf, victim } from './choose.ts';
import { editRequest } from './editLists.ts';
import { type FaultKind, untouched } from './fault.ts';

/** Whose row is taken for whose; drawn by default. */
export interface AuxRowOfAnother {
  readonly kind: 'aux-row-of-another';
  readonly request?: number | undefined;
  readonly other?: number | undefined;
}

/** Sends another request's metadata row. */
export const auxRowOfAnother: FaultKind<AuxRowOfAnother, 'lists'> = {
  kind: 'aux-row-of-another',
  title: 'the metadata row of another room is sent',
  seam: 'lists',
  classOf: () => 'aux-row',
  plant: (preparation, settings, random) => {
    const all = [...preparation.requests.keys()];
    const index = victim(settings.request, all, random);
    const other =
      settings.other ??
      oneOf(
        all.filter((each) => each !== index),
        random,
      );
    const row = other === null ? undefined : preparation.requests[other]?.prefill.placement.metadataRow;
    if (index === null || row === undefined || other === index) return untouched(preparation);
    const result = editRequest(preparation, index, 'prefill', (own) => ({ ...own, placement: { ...own.placement, metadataRow: row } }));
    return { result, did: `request ${index} is sent the metadata row of request ${other}` };
  },
};
