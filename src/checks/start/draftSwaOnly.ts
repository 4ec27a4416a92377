/** @file Refusal: the draft pool has a layer with compressed KV, or no layers at all. */
import { AT_STATE_SETUP } from '../moments.ts';
import { STATE_SETUP, VECTORS } from '../sources.ts';
import { otherRefusals, type RefusalCheck, shown } from './refusal.ts';

/** `draft-swa-only`: every compression ratio of the draft must be 0, and there must be one. */
export const draftSwaOnly: RefusalCheck = {
  id: 'draft-swa-only',
  title: 'The draft keeps window KV only',
  moment: AT_STATE_SETUP,
  said: 'RuntimeError',
  words: 'DSV4 draft state transfer expects SWA-only NextN layers',
  engine: 'refuses',
  severity: 'error',
  compared:
    'every compression ratio of the draft pool, against 0; an empty list fails, too. The first of the five refusals, made before anything else of the draft is looked at.',
  meaning:
    "Registration hands over a draft's sliding window and nothing else of it. A NextN layer with compression ratio 4 or 128 would keep compressed KV and compression state as well, which no component carries.",
  values: ({ target, draft }) => ({ target: listText(target.compressionRatios), draft: listText(draft.compressionRatios) }),
  consequence: ({ draft }) => {
    const compressed = draft?.match(/\d+/g)?.filter((ratio) => Number(ratio) !== 0).length;
    if (compressed === 0) return 'The draft pool has no layers whose window could be handed over: decode would draft from a cold window.';
    const layers = compressed === undefined ? 'A layer of the draft has' : `The draft has ${compressed} layer(s) with`;
    return `${layers} compressed KV or state. Registration carries the draft's window only, so what those layers compressed would stay behind, and decode would draft from stale rows.`;
  },
  mend: () =>
    'On this node, give the draft model compression ratio 0 in every NextN layer (compress_ratios of the draft config), or turn speculation off (--speculative-algorithm).',
  example: { target: '[0, 0, 4, 128, 4, 128]', draft: '[0, 128]' },
  situations: [
    "A draft config copied from the main model's, with the ratios of its main layers.",
    'A ratio list that is cut one entry too early or too late, so that the NextN layer takes the ratio of a main layer.',
    'A draft of another family, built on this pool, with layers of its own kind.',
  ],
  related: otherRefusals('draft-swa-only'),
  sources: [STATE_SETUP, VECTORS],
};

function listText(ratios: readonly (Parameters<typeof shown>[0] | null)[] | null | undefined): string {
  if (ratios === undefined || ratios === null) return shown(ratios);
  return `[${ratios.map(shown).join(', ')}]`;
}
