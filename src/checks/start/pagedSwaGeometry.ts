/** @file Refusal: paged pools with different page sizes or windows. */
import { tupleOf } from '../entry.ts';
import { AT_STATE_SETUP } from '../moments.ts';
import { STATE_SETUP, VECTORS } from '../sources.ts';
import { otherRefusals, type RefusalCheck, shownTuple } from './refusal.ts';

/** `paged-swa-geometry`: page size and window of target and draft must be equal in paged mode. `swaPageSize` is not compared. */
export const pagedSwaGeometry: RefusalCheck = {
  id: 'paged-swa-geometry',
  title: 'Target and draft have one page size and window',
  moment: AT_STATE_SETUP,
  said: 'RuntimeError',
  words: 'DSV4 target and draft pools must share paged SWA geometry: target={target}, draft={draft}',
  engine: 'refuses',
  severity: 'error',
  compared: '(page size, sliding window) of the two pools, both in tokens, in paged mode. The size of SWA pages is not compared.',
  meaning: "State pages of the draft must line up with the target's: one list of SWA page ids, made for the target's page size and window, is sent for both.",
  values: ({ target, draft }) => ({
    target: shownTuple([target.pageSize, target.slidingWindow]),
    draft: shownTuple([draft.pageSize, draft.slidingWindow]),
  }),
  consequence: (values) => {
    const [target, draft] = [tupleOf(values, 'target'), tupleOf(values, 'draft')];
    const general =
      "Page ids are made for the target's pages and window and used for the draft's too: its window would start on another page, or cover other positions.";
    if (target?.length !== 2 || draft?.length !== 2) return `(page size, sliding window) differ. ${general}`;
    const [page = 0, window = 0] = target;
    const [draftPage = 0, draftWindow = 0] = draft;
    const pages =
      page === draftPage ? '' : ` Page 6 holds locations ${6 * page}..${7 * page - 1} of the target, and ${6 * draftPage}..${7 * draftPage - 1} of the draft.`;
    const windows = window === draftWindow ? '' : ` The list covers the last ${window} tokens; the draft looks back ${draftWindow}.`;
    return `(page size, sliding window) differ: target ${page} and ${window} tokens, draft ${draftPage} and ${draftWindow}. ${general}${pages}${windows}`;
  },
  mend: () =>
    "On this node, give both pools one --page-size and one sliding window: remove a draft config's own sliding_window or a page size for one pool, or turn speculation off.",
  example: { target: '(256, 128)', draft: '(128, 4096)' },
  situations: [
    "A NextN draft whose config brings its own sliding_window, often the main model's context-sized default.",
    'A page size given to one of the two pools only.',
    'Chunked-prefix or page-size arguments that were changed for the target, while the draft keeps the default.',
  ],
  related: [...otherRefusals('paged-swa-geometry'), 'page-size-mismatch', 'window-mismatch'],
  sources: [STATE_SETUP, VECTORS],
};
