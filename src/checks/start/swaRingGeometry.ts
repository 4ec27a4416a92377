/** @file Refusal: unified pools whose SWA rings are cut differently. */
import { tupleOf } from '../entry.ts';
import { AT_STATE_SETUP } from '../moments.ts';
import { STATE_SETUP, VECTORS } from '../sources.ts';
import { otherRefusals, type RefusalCheck, shownTuple } from './refusal.ts';

/** `swa-ring-geometry`: window, ring size and ring rows of target and draft must be equal in unified mode. */
export const swaRingGeometry: RefusalCheck = {
  id: 'swa-ring-geometry',
  title: 'Target and draft cut their SWA rings alike',
  moment: AT_STATE_SETUP,
  said: 'RuntimeError',
  words: 'DSV4 target and draft pools must share SWA ring geometry: target={target}, draft={draft}',
  engine: 'refuses',
  severity: 'error',
  compared: '(window tokens, ring rows of a slot, ring rows of all slots) of the two pools, in unified mode.',
  meaning:
    'A slot owns window + draft tokens - 1 ring rows in every unified buffer, and all slots together own the rows at its head. The row of a position is slot*ring + position mod ring, worked out once, from the target.',
  values: ({ target, draft }) => ({
    target: shownTuple([target.ringWindow, target.ringSize, target.ringPages]),
    draft: shownTuple([draft.ringWindow, draft.ringSize, draft.ringPages]),
  }),
  consequence: (values) => {
    const [target, draft] = [tupleOf(values, 'target'), tupleOf(values, 'draft')];
    const shared =
      '(window, ring rows of a slot, ring rows in all) differ. One list of rows, slot*ring + position mod ring, is made from the target and used for both: ';
    const [ring, draftRing, draftRows] = [target?.[1], draft?.[1], draft?.[2]];
    if (ring === undefined || draftRing === undefined || draftRows === undefined)
      return `${shared}the draft would read its window from rows that lie elsewhere.`;
    if (ring === draftRing)
      return `${shared}the draft has ${draftRows} rows in all, so that rows of slots from ${Math.floor(draftRows / ring)} on would lie past the end of its ring region.`;
    return `${shared}slot 2 starts at row ${2 * ring}, and the draft (ring ${draftRing}) looks for it at row ${2 * draftRing}: it would read its window from rows that lie ${2 * Math.abs(ring - draftRing)} rows away, or past the end of its ring region of ${draftRows} rows.`;
  },
  mend: () =>
    'On this node, give target and draft the same sliding window, the same number of request slots (--max-running-requests and, on decode, preallocation) and the same --speculative-num-draft-tokens; remove what gives one pool its own.',
  example: { target: '(128, 131, 524)', draft: '(64, 67, 268)' },
  situations: [
    'A draft config that brings its own sliding_window.',
    'A draft pool built for another number of request slots than the target, for example without the slots that decode preallocates.',
    'A number of draft tokens that one of the two pools does not see.',
  ],
  related: [...otherRefusals('swa-ring-geometry'), 'ring-list-length', 'slots-not-covered'],
  sources: [STATE_SETUP, VECTORS],
};
