/** @file Refusal: paged pools with different page sizes or windows. */
import { AT_STATE_SETUP, type RefusalCheck, STATE_SETUP_SOURCE, shown, shownTuple } from './refusal.ts';

/** `paged-swa-geometry`: page size and window of target and draft must be equal in paged mode. `swaPageSize` is not compared. */
export const pagedSwaGeometry: RefusalCheck = {
  id: 'paged-swa-geometry',
  title: 'Target and draft have one page size and window',
  runs: AT_STATE_SETUP,
  words: 'DSV4 target and draft pools must share paged SWA geometry: target={target}, draft={draft}',
  values: ({ target, draft }) => ({
    target: shownTuple([target.pageSize, target.slidingWindow]),
    draft: shownTuple([draft.pageSize, draft.slidingWindow]),
  }),
  consequence: ({ target, draft }) =>
    `(page size, sliding window) differ: target ${shown(target.pageSize)} and ${shown(target.slidingWindow)} tokens, draft ${shown(draft.pageSize)} and ${shown(draft.slidingWindow)}. Page ids are made for the target's pages and window and used for the draft's too: its window would start on another page, or cover other positions.`,
  mend: () =>
    "On this node, give both pools one --page-size and one sliding window: remove a draft config's own sliding_window or a page size for one pool (pageSizeTokens and windowTokens overrides here), or turn speculation off.",
  sources: [STATE_SETUP_SOURCE],
};
