/** @file Refusal: unified pools whose SWA rings are cut differently. */
import { AT_STATE_SETUP, type RefusalCheck, STATE_SETUP_SOURCE, shown, shownTuple } from './refusal.ts';

/** `swa-ring-geometry`: window, ring size and ring rows of target and draft must be equal in unified mode. */
export const swaRingGeometry: RefusalCheck = {
  id: 'swa-ring-geometry',
  title: 'Target and draft cut their SWA rings alike',
  runs: AT_STATE_SETUP,
  words: 'DSV4 target and draft pools must share SWA ring geometry: target={target}, draft={draft}',
  values: ({ target, draft }) => ({
    target: shownTuple([target.ringWindow, target.ringSize, target.ringPages]),
    draft: shownTuple([draft.ringWindow, draft.ringSize, draft.ringPages]),
  }),
  consequence: ({ target, draft }) =>
    `(window, ring rows of a slot, ring rows in all) differ. One list of rows, slot*ring + position mod ring, is made from the target and used for both: the draft (ring ${shown(draft.ringSize)}) would read its window from rows that lie elsewhere than the target's ring of ${shown(target.ringSize)} says, or past the end of its ring region.`,
  mend: () =>
    'On this node, give target and draft the same sliding window, the same number of request slots (--max-running-requests and, on decode, preallocation) and the same --speculative-num-draft-tokens; remove overrides of one pool (windowTokens, reqSlots here).',
  sources: [STATE_SETUP_SOURCE],
};
