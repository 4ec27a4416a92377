/** @file Handshake: page sizes of the two servers. */
import { numberOf } from '../entry.ts';
import { AT_HANDSHAKE } from '../moments.ts';
import type { PairCheck } from '../pairCheck.ts';
import { COMMON_MANAGER } from '../sources.ts';

/** `page-size-mismatch`: the first of the two comparisons that the engine itself makes between nodes. */
export const pageSizeMismatch: PairCheck = {
  id: 'page-size-mismatch',
  title: 'Both servers have one page size',
  moment: AT_HANDSHAKE,
  said: 'RuntimeError',
  words:
    'Page size mismatch: prefill server has page_size={prefill}, but decode server has page_size={decode}. Both servers must use the same --page-size value.',
  engine: 'refuses',
  severity: 'error',
  compared: "prefill's --page-size, as registered with the bootstrap server, against decode's. An older version let it pass under HiSparse.",
  meaning: 'Page ids travel, and nothing but page ids: both nodes must mean the same number of tokens by one.',
  consequence: (values) => {
    const [prefill, decode] = [numberOf(values, 'prefill'), numberOf(values, 'decode')];
    if (prefill === null || decode === null)
      return 'Decode fails every request from this prefill server. Without the check, a page of one node would be written over a part of a page, or over several, of the other.';
    const pages = (page: number) => Math.ceil(8192 / page);
    return `Decode fails every request from this prefill server, before any transfer. Without the check, a prompt of 8,192 tokens would be ${pages(prefill)} pages on prefill and ${pages(decode)} on decode: the longer list would be cut, and position p would land where position p x ${decode}/${prefill} belongs.`;
  },
  mend: ({ prefill, decode }) =>
    `Use the same --page-size on both nodes (prefill has ${prefill ?? 'another'}, decode ${decode ?? 'another'}); DeepSeek-V4 in paged mode needs 256.`,
  example: { prefill: '256', decode: '64' },
  situations: [
    '--page-size on one command line only; the other takes the default of its model or device.',
    'A decode node on another kind of device, whose default differs (NPU: 128).',
  ],
  related: ['kv-dtype-mismatch', 'paged-page-size', 'paged-swa-geometry'],
  sources: [COMMON_MANAGER],
  run: ({ prefill, decode }) => {
    const pageOf = (node: typeof prefill) => node.engine?.pageSizeTokens ?? node.ranks[0]?.kvArgs.pageSizeTokens;
    const [p, d] = [pageOf(prefill), pageOf(decode)];
    if (p === undefined || d === undefined || p === d) return [];
    return [{ side: 'decode', values: { prefill: String(p), decode: String(d) }, prefill: `page ${p}`, decode: `page ${d}` }];
  },
};
