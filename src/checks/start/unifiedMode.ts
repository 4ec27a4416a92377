/** @file Refusal: one of the two pools is unified and the other is paged. */
import { AT_STATE_SETUP } from '../moments.ts';
import { STATE_SETUP, VECTORS } from '../sources.ts';
import { otherRefusals, type RefusalCheck, shown } from './refusal.ts';

/** `unified-mode`: target and draft must keep their window KV in the same way. None and False are not the same here. */
export const unifiedMode: RefusalCheck = {
  id: 'unified-mode',
  title: 'Target and draft use one unified-KV mode',
  moment: AT_STATE_SETUP,
  said: 'RuntimeError',
  words: 'DSV4 target and draft pools must use the same unified-KV mode',
  engine: 'refuses',
  severity: 'error',
  compared: "the pools' `_unified_kv` attributes, by Python's equality. The message names neither value; they are read from the two pools.",
  meaning:
    'In paged mode a layer keeps its window in pages of an SWA pool, addressed by page id; in unified mode in ring rows at the head of its one buffer, addressed by request slot. One component of the hand-off carries both pools with one kind of index.',
  values: ({ target, draft }) => ({ target: shown(target.unifiedKv), draft: shown(draft.unifiedKv) }),
  consequence: ({ target, draft }) =>
    `The target keeps its window in ${keeping(target)}, the draft in ${keeping(draft)}. One index list serves both, so the draft's window would be addressed by the wrong kind of index, and every row of it would be wrong on decode.`,
  mend: () =>
    'On this node, build both pools in one mode: the backend switch (SGLANG_HACK_FLASHMLA_BACKEND=unified_kv_triton on ROCm) holds for the whole process, so remove what sets it for one pool only; or turn speculation off.',
  example: { target: 'True', draft: 'False' },
  situations: [
    'Code that builds the draft pool and does not pass on the flag of the target.',
    'A draft config or constructor argument that overrides the flag for its own pool.',
    'A version in which the default changed for one of the two pools only.',
  ],
  related: [...otherRefusals('unified-mode'), 'mode-mismatch'],
  sources: [STATE_SETUP, VECTORS],
};

function keeping(mode: string | undefined): string {
  if (mode === 'True') return 'ring rows by request slot';
  return mode === undefined ? 'another way' : 'pages of an SWA pool';
}
