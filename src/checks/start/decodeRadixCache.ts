/** @file Refusal: decode keeps prefixes, which compressed KV cannot be in. */
import { AT_ARGUMENTS } from '../moments.ts';
import { nodeFact, type PairCheck } from '../pairCheck.ts';

/** `decode-radix-cache`: known from a third-party account of the engine only. */
export const decodeRadixCache: PairCheck = {
  id: 'decode-radix-cache',
  title: 'Decode cannot keep prefixes of DeepSeek-V4',
  moment: { node: 'decode', at: AT_ARGUMENTS },
  said: 'ValueError',
  words: '--disaggregation-decode-enable-radix-cache does not support DeepSeek-V4 (DSA) compressed KV (c4/c128/indexer) yet.',
  engine: 'refuses',
  severity: 'error',
  compared: '--disaggregation-decode-enable-radix-cache, with a model that keeps compressed KV.',
  meaning:
    "With it decode keeps a request's prefix and asks prefill for the rest alone. C4, C128 and indexer rows, and the states behind them, are not in that cache.",
  consequence: () => 'The node does not start. Without the check, the compressed rows and states of a kept prefix would be those of another request.',
  mend: () => 'On decode, leave --disaggregation-decode-enable-radix-cache out.',
  example: {},
  situations: ['A flag that saves transfers with other models.'],
  related: ['staging-model'],
  sources: ['third-party documentation of sgl-project/sglang; not read in source'],
  run: ({ decode }) =>
    decode.model?.kind === 'dsv4' && decode.extra.decodeRadixCache === true ? [nodeFact(decode, {}, '--disaggregation-decode-enable-radix-cache')] : [],
};
