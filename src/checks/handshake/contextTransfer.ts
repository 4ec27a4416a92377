/** @file Context-parallel sending switched on for one node only. */
import type { GridCheck } from '../pairCheck.ts';
import { COMMON_MANAGER } from '../sources.ts';

/** `context-transfer`: a variable that each node reads for itself; of no account where prefill is not context-parallel. */
export const contextTransfer: GridCheck = {
  id: 'context-transfer',
  title: 'Both nodes agree which context-parallel ranks of prefill send',
  moment: { node: 'decode', at: 'never: decode asks as many ranks as it thinks, and waits for as many answers' },
  said: null,
  words: 'all-rank context-parallel sending is {prefill} on prefill and {decode} on decode, and prefill has {cp} context-parallel ranks',
  engine: 'dies',
  severity: 'error',
  compared: 'SGLANG_DISAGGREGATION_ALL_CP_RANKS_TRANSFER of the two nodes, where --attn-cp-size of prefill is above 1.',
  meaning:
    'With it, every context-parallel rank of prefill sends its part of the pages; without, rank 0 sends all and the others nothing. Decode decides by its own variable how many ranks it asks and waits for.',
  consequence: ({ prefill, cp }) => {
    const others = cp === undefined ? 'the ranks past the first' : `ranks 1..${Number(cp) - 1}`;
    return prefill === 'on'
      ? `Prefill splits the pages over its ranks, and decode asks rank 0 alone: ${others} never learn where to write, stay in Bootstrapping until their timeout, and the request fails.`
      : `Rank 0 of prefill sends everything, and decode waits for ${cp ?? 'all'} answers: ${others} send none, and the request fails at decode's timeout.`;
  },
  mend: () => 'Set SGLANG_DISAGGREGATION_ALL_CP_RANKS_TRANSFER on both nodes or on neither.',
  example: { prefill: 'on', decode: 'off', cp: '2' },
  situations: ['The variable set for prefill, where the ranks are.'],
  related: ['decode-cp-size', 'bootstrapping-timeout', 'waiting-timeout'],
  sources: [COMMON_MANAGER],
  run: ({ prefill, decode }) => {
    if (prefill.engine === null || decode.engine === null || prefill.engine.grid.cp === 1 || decode.engine.grid.cp !== 1) return [];
    const [p, d] = [prefill.engine, decode.engine].map(({ allCpRanksTransfer }) => (allCpRanksTransfer ? 'on' : 'off'));
    if (p === undefined || d === undefined || p === d) return [];
    return [{ side: 'decode', values: { prefill: p, decode: d, cp: String(prefill.engine.grid.cp) }, prefill: p, decode: d }];
  },
};
