/** @file SWA pages that are not as large as the pages that index lists count in. */
import { numberOf } from '../entry.ts';
import { NEVER } from '../moments.ts';
import type { NodeIndexing } from '../nodePair.ts';
import { bothNodes, nodeFact, type PairCheck } from '../pairCheck.ts';
import { POOL, VECTORS, WORKED_OUT } from '../sources.ts';

/** `swa-page-unit`: the server passes one size for both; the pool accepts any that divides. */
export const swaPageUnit: PairCheck = {
  id: 'swa-page-unit',
  title: 'SWA pages are as large as pages',
  moment: { ...NEVER, node: 'both' },
  said: null,
  words: 'SWA pages hold {swaPage} tokens, and index lists count in pages of {page}',
  engine: 'silent',
  severity: 'error',
  compared:
    "on each node in paged mode, the tokens of an SWA page of target and draft against the target's page size. The engine asserts only that one divides the other; the refusals compare neither.",
  meaning: 'Lists of SWA pages are made by dividing token locations by the page size. The buffers are cut in SWA pages.',
  consequence: (values) => {
    const [page, swaPage] = [numberOf(values, 'page'), numberOf(values, 'swaPage')];
    if (page === null || swaPage === null) return 'Page id i of a list stands for another piece of the buffer than the kernels use.';
    return `Id 6 of a list means locations ${6 * page}..${7 * page - 1}; as an SWA page it moves locations ${6 * swaPage}..${7 * swaPage - 1}. Of each window page ${page - swaPage} tokens stay behind, and the ${swaPage} that move are those of another page, in every SWA layer and C4 state.`;
  },
  mend: ({ page }) => `On this node, make SWA pages of ${page ?? 'as many'} tokens (swa_page_size equal to --page-size, as the server does).`,
  example: { page: '256', swaPage: '128' },
  situations: ['A pool built by hand, in a test or a fork, with an SWA page of one window.', 'An override for the draft pool alone.'],
  related: ['swa-page-size-mismatch', 'paged-swa-geometry', 'bare-assertion'],
  sources: [POOL, VECTORS, WORKED_OUT],
  run: (pair) =>
    bothNodes(pair).flatMap((node) => {
      const { indexing } = node;
      if (indexing === null || !listsSwaPages(indexing)) return [];
      // A unified draft keeps ring rows alone.
      const pools = indexing.mode === 'paged' ? indexing.swaPageTokens : indexing.swaPageTokens.slice(0, 1);
      const odd = pools.find((tokens) => tokens !== indexing.pageSizeTokens);
      if (odd === undefined) return [];
      return [nodeFact(node, { page: String(indexing.pageSizeTokens), swaPage: String(odd) }, `page ${indexing.pageSizeTokens}, SWA page ${odd}`)];
    }),
};

/** Paged pools list SWA pages for window and C4 state; unified ones for C4 state alone, where it is addressed by page. */
function listsSwaPages({ mode, c4StateIndex, c4State }: NodeIndexing): boolean {
  return mode === 'paged' || (c4State !== null && c4StateIndex === 'swa-page');
}
