/** @file Refusal of the server: paged DeepSeek-V4 pools take pages of 256 tokens. */
import { AT_POOL } from '../moments.ts';
import { bothNodes, nodeFact, type PairCheck } from '../pairCheck.ts';
import { POOL } from '../sources.ts';

/** Tokens a page that the server insists on; NPU, with 128, is not covered. */
const PAGE_TOKENS = 256;

/** `paged-page-size`: the server says it when it builds the pool; the pool class itself accepts other sizes, and so do this simulator's runs. */
export const pagedPageSize: PairCheck = {
  id: 'paged-page-size',
  title: 'Paged DeepSeek-V4 pools have pages of 256 tokens',
  moment: { node: 'both', at: AT_POOL },
  said: 'AssertionError',
  words: 'In paged swa mode, page_size must be 256.',
  engine: 'refuses',
  severity: 'error',
  compared: '--page-size against 256, on each node, in paged mode (not on NPU, where it is 128).',
  meaning:
    'Kernels of the paged mode are written for pages of 256 tokens: 64 C4 rows and 2 C128 rows each. The server checks it when it builds the pool; the pool class accepts other sizes.',
  consequence: ({ page }) =>
    `The node does not start${page === undefined ? '' : ` with pages of ${page} tokens`}. Without the check, kernels would look for 64 C4 rows and 2 C128 rows a page where other numbers lie.`,
  mend: () => 'Use --page-size 256 on this node, or leave --page-size out: it is the default for DeepSeek-V4.',
  example: { page: '128' },
  situations: ['--page-size 1, 64 or 128 carried over from the recipe of another model.', 'An NPU recipe, which uses 128, on another device.'],
  related: ['page-size-mismatch', 'compressed-page-size', 'size-of-zero'],
  sources: [POOL],
  run: (pair) =>
    bothNodes(pair).flatMap((node) => {
      if (node.model?.kind !== 'dsv4' || node.engine === null) return [];
      const { mode, pageSizeTokens } = node.engine;
      return mode === 'paged' && pageSizeTokens !== PAGE_TOKENS ? [nodeFact(node, { page: String(pageSizeTokens) }, `page ${pageSizeTokens}`)] : [];
    }),
};
