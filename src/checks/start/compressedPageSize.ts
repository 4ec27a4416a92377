/** @file Refusal of the server: pages of compressed attention are whole groups of 128 tokens. */
import { AT_POOL } from '../moments.ts';
import { bothNodes, nodeFact, type PairCheck } from '../pairCheck.ts';
import { POOL } from '../sources.ts';

/** `compressed-page-size`: said while sizes are derived, in both modes; in paged mode `paged-page-size` is stricter. */
export const compressedPageSize: PairCheck = {
  id: 'compressed-page-size',
  title: 'Pages of compressed attention are multiples of 128 tokens',
  moment: { node: 'both', at: AT_POOL },
  said: 'AssertionError',
  words: 'page_size must be multiple of 128 for compressed attention',
  engine: 'refuses',
  severity: 'error',
  compared: '--page-size, against multiples of 128, on each node whose model has compressed layers.',
  meaning: 'A C128 row stands for 128 tokens. A page of another size would hold a part of one.',
  consequence: ({ page }) => {
    const rows = page === undefined ? '' : `: pages of ${page} tokens hold ${(Number(page) / 128).toFixed(2)} C128 rows`;
    return `The node does not start${rows}. Without the check, rows of two pages would share bytes, and a page id would not say which row it means.`;
  },
  mend: () => 'Use --page-size 256 on this node.',
  example: { page: '64' },
  situations: ['--page-size 64 or 1 carried over from another model.'],
  related: ['paged-page-size', 'size-of-zero'],
  sources: [POOL],
  run: (pair) =>
    bothNodes(pair).flatMap((node) => {
      if (node.model?.kind !== 'dsv4' || node.engine === null) return [];
      const { pageSizeTokens, mode } = node.engine;
      const compressed = node.model.compressRatios.some((ratio) => ratio !== 0);
      return mode === 'unified' && compressed && pageSizeTokens % 128 !== 0 ? [nodeFact(node, { page: String(pageSizeTokens) }, `page ${pageSizeTokens}`)] : [];
    }),
};
