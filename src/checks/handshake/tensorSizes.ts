/** @file Tensor-parallel sizes that do not divide, which the engine does not check. */
import { numberOf } from '../entry.ts';
import type { GridCheck } from '../pairCheck.ts';
import { COMMON_MANAGER } from '../sources.ts';

/** `tp-not-divisible`: any whole ratio is fine for MLA-class models, either way round. */
export const tensorSizes: GridCheck = {
  id: 'tp-not-divisible',
  title: 'Tensor-parallel sizes divide one another',
  moment: { node: 'decode', at: 'at the first request: integer division picks ranks of prefill that do not exist, or leaves some out' },
  said: null,
  words: 'attention TP {prefill} on prefill and {decode} on decode: neither divides the other',
  engine: 'dies',
  severity: 'error',
  compared:
    'the attention tensor-parallel sizes of the two nodes (tp / dp with DP attention). Sizes that divide are fine in either direction: KV and state of DeepSeek-V4 are replicated.',
  meaning:
    'Decode rank r asks prefill rank r // (decode/prefill), or the ranks r*k.. with k = prefill // decode. The divisions are integer divisions and nobody checks that they come out even.',
  consequence: (values) => {
    const [p, d] = [numberOf(values, 'prefill'), numberOf(values, 'decode')];
    if (p === null || d === null) return 'Some decode ranks ask for a prefill rank that does not exist, or some prefill ranks are never asked.';
    if (d > p) {
      const per = Math.floor(d / p);
      return `Decode rank ${d - 1} asks for prefill rank ${Math.floor((d - 1) / per)}, and prefill has ranks 0..${p - 1}: the look-up fails with "Could not fetch bootstrap info for: ..." and so does every request.`;
    }
    const used = d * Math.floor(p / d);
    return `Decode asks ranks 0..${used - 1} of prefill; ranks ${used}..${p - 1} are never told of the request, stay in Bootstrapping until their timeout, and the agreement over all ranks takes the least state: the request fails there.`;
  },
  mend: () => 'Choose --tp-size (and --dp-size) so that the attention TP of one node is a whole multiple of the other.',
  example: { prefill: '4', decode: '6' },
  situations: ['A node with 6 GPUs beside one with 4 or 8.', 'DP attention on one node, which changes its attention TP to tp / dp.'],
  related: ['decode-cp-size', 'pp-size-mismatch', 'rank-info-missing', 'tp-performance'],
  sources: [COMMON_MANAGER],
  run: ({ prefill, decode }) => {
    if (prefill.engine === null || decode.engine === null) return [];
    const [p, d] = [prefill.engine.grid.tp, decode.engine.grid.tp];
    return p % d === 0 || d % p === 0 ? [] : [{ side: 'decode', values: { prefill: String(p), decode: String(d) }, prefill: `tp ${p}`, decode: `tp ${d}` }];
  },
};
