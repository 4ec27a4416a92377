/** @file Cause: unlike compression ratios. */
import { PAIRING, VECTORS } from '../sources.ts';
import { cause } from './cause.ts';

/** `compress-ratios-mismatch`. */
export const compressRatiosMismatch = cause({
  id: 'compress-ratios-mismatch',
  title: 'Both nodes compress the same layers in the same ratios',
  setting: 'compressRatios',
  words: 'compression ratios are {prefill} on prefill and {decode} on decode',
  compared: 'compress_ratios of the two nodes, layer by layer. Registration sends how many entries there are, not of which layers.',
  meaning: 'The ratio of a layer decides which entries it has, and the order of layers where they stand.',
  consequence: () =>
    "Where counts differ, lists are cut or cannot be paired. Where they agree in another order, every list pairs and layers arrive in one another's place, in silence.",
  mend: () => 'Load the same checkpoint, with the same config.json, on both nodes.',
  example: { prefill: '[0, 0, 4, 128, 4, 128]', decode: '[0, 0, 128, 4, 4, 128]' },
  situations: ['Two revisions of a checkpoint.', 'A config.json edited on one node.'],
  related: ['entry-content', 'kv-entry-count', 'state-entry-count', 'draft-swa-only'],
  sources: [PAIRING, VECTORS],
  show: ({ engine: { target, draft } }, model) =>
    [
      model.kind !== 'dsv4' ? "the model's" : ratiosText(target.compressRatios ?? model.compressRatios),
      draft.compressRatios === undefined ? '' : `draft ${ratiosText(draft.compressRatios)}`,
    ]
      .filter((part) => part !== '')
      .join(', '),
});

/** `[0, 0, (4, 128) x 20, 4, 0]`: long lists are pairs over and over. */
function ratiosText(ratios: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < ratios.length; ) {
    let pairs = 1;
    while (ratios[i] !== ratios[i + 1] && ratios[i + 2 * pairs] === ratios[i] && ratios[i + 2 * pairs + 1] === ratios[i + 1]) pairs += 1;
    parts.push(pairs > 2 ? `(${ratios[i]}, ${ratios[i + 1]}) x ${pairs}` : String(ratios[i]));
    i += pairs > 2 ? 2 * pairs : 1;
  }
  return `[${parts.join(', ')}]`;
}
