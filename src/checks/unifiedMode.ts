/** @file Refusal: one of the two pools is unified and the other is paged. */
import { pyTruth } from '../core/python.ts';
import { AT_STATE_SETUP, type PoolPair, type RefusalCheck, STATE_SETUP_SOURCE, shown } from './refusal.ts';

/** `unified-mode`: target and draft must keep their window KV in the same way. None and False are not the same here. */
export const unifiedMode: RefusalCheck = {
  id: 'unified-mode',
  title: 'Target and draft use one unified-KV mode',
  runs: AT_STATE_SETUP,
  words: 'DSV4 target and draft pools must use the same unified-KV mode',
  values: ({ target, draft }) => ({ target: shown(target.unifiedKv), draft: shown(draft.unifiedKv) }),
  consequence: (pair) =>
    `The target keeps its window in ${keeping(pair, 'target')}, the draft in ${keeping(pair, 'draft')}. One index list serves both, so the draft's window would be addressed by the wrong kind of index, and every row of it would be wrong on decode.`,
  mend: () =>
    'On this node, build both pools in one mode: the backend switch (SGLANG_HACK_FLASHMLA_BACKEND=unified_kv_triton on ROCm) holds for the whole process, so remove what sets it for one pool only (the mode override of target or draft here); or turn speculation off.',
  sources: [STATE_SETUP_SOURCE],
};

function keeping(pair: PoolPair, pool: 'target' | 'draft'): string {
  const mode = pair[pool].unifiedKv;
  return mode !== undefined && pyTruth(mode) ? 'ring rows by request slot' : 'pages of an SWA pool';
}
