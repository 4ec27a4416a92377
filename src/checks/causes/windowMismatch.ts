/** @file Cause: sliding windows of unlike length. */
import { cause } from './cause.ts';

/** `window-mismatch`. */
export const windowMismatch = cause({
  id: 'window-mismatch',
  title: 'Both nodes have one sliding window',
  setting: 'window',
  words: 'the sliding window is {prefill} tokens on prefill and {decode} on decode',
  compared: 'sliding_window of the two nodes, by which each decides which pages or ring rows of a request to list.',
  meaning:
    'The window is a field of the model config and can be overridden on one node. Lists of the two nodes stand for the same positions only if it is equal.',
  consequence: ({ prefill, decode }) =>
    `Prefill lists the last ${prefill ?? '?'} positions and decode the last ${decode ?? '?'}. Paged: wherever one of the two crosses a page border and the other does not, the longer list loses its newest page and the rest lands one page off. Unified: lists of ring rows differ in length with every prompt longer than the smaller window, and the transfer worker raises.`,
  mend: () => 'Use the same model config on both nodes; remove sliding_window from --json-model-override-args.',
  example: { prefill: '128', decode: '64' },
  situations: ['--json-model-override-args on one node.', 'Two checkpoints whose configs differ.'],
  related: ['swa-list-length', 'ring-list-length', 'paged-swa-geometry'],
  show: ({ engine }) => String(engine.target.windowTokens ?? engine.windowTokens),
});
