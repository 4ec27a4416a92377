/** @file Refusal: the staging buffer with a chunk that is no whole number of pages. */
import { AT_QUEUE } from '../moments.ts';
import { nodeFact, type PairCheck } from '../pairCheck.ts';
import { PREFILL } from '../sources.ts';

/** What the engine takes where --chunked-prefill-size was not given. */
const DEFAULT_CHUNK_TOKENS = 8192;

/** `staging-chunk`: prefill cuts staging requests on a fixed grid of chunks. */
export const stagingChunk: PairCheck = {
  id: 'staging-chunk',
  title: 'Staging needs chunks of whole pages',
  moment: { node: 'prefill', at: AT_QUEUE },
  said: 'RuntimeError',
  words: 'SGLANG_DISAGG_STAGING_BUFFER requires a positive chunked_prefill_size that is a multiple of page_size ({page}); got {chunk}.',
  engine: 'refuses',
  severity: 'error',
  compared: '--chunked-prefill-size (8192 where it is not given) against multiples of --page-size, on prefill.',
  meaning:
    'Staging requests are made before the forward pass, a chunk each, on a fixed grid of chunked_prefill_size; a chunk that ends inside a page would send a part of it twice.',
  consequence: ({ page, chunk }) => {
    const rest = Number(chunk) % Number(page);
    const odd = rest > 0 ? `: the first chunk would end ${rest} tokens into a page` : '';
    return `The node does not start${odd}.`;
  },
  mend: ({ page }) =>
    `On prefill, set --chunked-prefill-size to a positive multiple of ${page ?? 'the page size'} (8192), or unset SGLANG_DISAGG_STAGING_BUFFER.`,
  example: { page: '256', chunk: '8000' },
  situations: ['--chunked-prefill-size -1, which turns chunking off.', 'A chunk size tuned in round decimal numbers.'],
  related: ['staging-model', 'staging-pipeline', 'staging-context'],
  sources: [PREFILL],
  run: ({ prefill }) => {
    const { engine, extra } = prefill;
    if (engine === null || extra.stagingBuffer !== true) return [];
    const chunk = extra.chunkedPrefillTokens ?? DEFAULT_CHUNK_TOKENS;
    const page = engine.pageSizeTokens;
    return chunk > 0 && chunk % page === 0 ? [] : [nodeFact(prefill, { page: String(page), chunk: String(chunk) }, `chunks of ${chunk}, pages of ${page}`)];
  },
};
