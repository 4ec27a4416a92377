/** @file C4 state items of one length that are cut in rows otherwise. */
import { NEVER } from '../moments.ts';
import type { PairCheck } from '../pairCheck.ts';
import { COMPRESS_STATE, WORKED_OUT } from '../sources.ts';

/** `state-row-layout`: 16 rows of bfloat16 are as long as 8 of float32, and item lengths cannot tell them apart. */
export const stateRowLayout: PairCheck = {
  id: 'state-row-layout',
  title: 'C4 state items of one length have the same rows',
  moment: NEVER,
  said: null,
  words: 'a C4 state item is {prefill} on prefill and {decode} on decode',
  engine: 'silent',
  severity: 'error',
  compared: 'rows of the C4 ring and their dtype, where item lengths agree.',
  meaning: 'Speculation doubles the rows of a ring, bfloat16 halves the bytes of a row: with both on one node, items are as long as with neither on the other.',
  consequence: ({ prefill, decode }) =>
    `Items land where they belong and are read as something else: ${prefill ?? 'the rows of one node'} as ${decode ?? 'those of the other'}. Row r of a ring starts at another byte, and every value has another width.`,
  mend: () => 'Give both nodes the same speculation and the same SGLANG_DSV4_COMPRESS_STATE_DTYPE.',
  example: { prefill: '8 rows of float32', decode: '16 rows of bfloat16' },
  situations: ['Speculation and a memory-saving state dtype added together, on decode only.'],
  related: ['state-item-length', 'speculation-one-side', 'state-dtype-mismatch'],
  sources: [COMPRESS_STATE, WORKED_OUT],
  run: ({ prefill, decode }) => {
    const [p, d] = [prefill.indexing?.c4State ?? null, decode.indexing?.c4State ?? null];
    if (p === null || d === null || p.dtype === d.dtype || bytesOf(p) !== bytesOf(d)) return [];
    const [sent, read] = [p, d].map(({ ringRows, dtype }) => `${ringRows} rows of ${dtype}`);
    if (sent === undefined || read === undefined) return [];
    return [{ side: 'decode', values: { prefill: sent, decode: read }, prefill: sent, decode: read }];
  },
};

function bytesOf({ ringRows, dtype }: { readonly ringRows: number; readonly dtype: string }): number {
  return ringRows * (dtype === 'float32' ? 4 : 2);
}
