/** @file Cause: SWA pages of unlike size. */
import { cause } from './cause.ts';

/** `swa-page-size-mismatch`. */
export const swaPageSizeMismatch = cause({
  id: 'swa-page-size-mismatch',
  title: 'Both nodes have SWA pages of one size',
  setting: 'swaPageSize',
  words: 'SWA pages hold {prefill} tokens on prefill and {decode} on decode',
  compared: 'tokens an SWA page, target and draft. The handshake compares --page-size, from which the server takes this one too.',
  meaning: 'An item of an SWA layer is one SWA page, and its length follows from the tokens in it.',
  consequence: ({ prefill, decode }) =>
    `An SWA page of ${prefill ?? '?'} tokens and one of ${decode ?? '?'} have different lengths, and the sender's is used for both addresses: every window page but the first lands elsewhere.`,
  mend: () => 'Give both nodes SWA pages as large as --page-size.',
  example: { prefill: '256', decode: '128' },
  situations: ['A pool built by hand on one node, in a test or a fork.'],
  related: ['swa-page-unit', 'page-size-mismatch', 'state-item-length'],
  show: ({ engine }) => {
    const target = engine.target.swaPageSizeTokens ?? engine.swaPageSizeTokens;
    const draft = engine.draft.swaPageSizeTokens ?? engine.swaPageSizeTokens;
    return target === draft ? String(target) : `${target} (draft ${draft})`;
  },
});
