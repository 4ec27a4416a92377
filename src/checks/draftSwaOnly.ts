/** @file Refusal: the draft pool has a layer with compressed KV, or no layers at all. */
import { AT_STATE_SETUP, type RefusalCheck, STATE_SETUP_SOURCE, shown } from './refusal.ts';

/** `draft-swa-only`: every compression ratio of the draft must be 0, and there must be one. */
export const draftSwaOnly: RefusalCheck = {
  id: 'draft-swa-only',
  title: 'The draft keeps window KV only',
  runs: AT_STATE_SETUP,
  words: 'DSV4 draft state transfer expects SWA-only NextN layers',
  values: ({ target, draft }) => ({ target: listText(target.compressionRatios), draft: listText(draft.compressionRatios) }),
  consequence: ({ draft }) => {
    const compressed = (draft.compressionRatios ?? []).filter((ratio) => ratio !== 0 && ratio !== false).length;
    return compressed === 0
      ? 'The draft pool has no layers whose window could be handed over: decode would draft from a cold window.'
      : `The draft has ${compressed} layer(s) with compressed KV or state. Registration carries the draft's window only, so what those layers compressed would stay behind, and decode would draft from stale rows.`;
  },
  mend: () =>
    'On this node, give the draft model compression ratio 0 in every NextN layer (compress_ratios of the draft config; the draft override compressRatios here), or turn speculation off (--speculative-algorithm).',
  sources: [STATE_SETUP_SOURCE],
};

function listText(ratios: readonly (Parameters<typeof shown>[0] | null)[] | null | undefined): string {
  if (ratios === undefined || ratios === null) return shown(ratios);
  return `[${ratios.map(shown).join(', ')}]`;
}
