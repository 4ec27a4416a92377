/** @file Cause: paged pools on one node, unified on the other. */
import { POOL, VECTORS, WORKED_OUT } from '../sources.ts';
import { cause } from './cause.ts';

/** `mode-mismatch`. */
export const modeMismatch = cause({
  id: 'mode-mismatch',
  title: 'Both nodes have paged pools, or both unified ones',
  setting: 'mode',
  words: 'pools are {prefill} on prefill and {decode} on decode',
  compared:
    'the pool mode of the two nodes: unified on ROCm with SGLANG_HACK_FLASHMLA_BACKEND=unified_kv_triton, else paged. The unified-KV refusal compares target and draft of one node, never two nodes.',
  meaning:
    "Paged pools keep fp8 rows of 584 B in pages; unified ones bf16 rows of 1,024 B, the window as ring rows at the head of each layer's buffer. Their lists differ in item lengths, in entries and in components.",
  consequence: ({ prefill }) => {
    const [p, d] = prefill === 'unified' ? ['65,536', '37,440'] : ['37,440', '65,536'];
    return `A C4 page is ${p} B on prefill and ${d} B on decode, and the second component is ${prefill === 'unified' ? 'SWA_RING on prefill and C128_STATE on decode' : 'C128_STATE on prefill and SWA_RING on decode'}. KV lands in the wrong places and in the wrong form; the SWA lists cannot be paired, or the transfer worker raises over index lists of unlike length.`;
  },
  mend: () => 'Run both nodes in one mode: the same SGLANG_HACK_FLASHMLA_BACKEND on both, or on neither; on unlike devices, paged.',
  example: { prefill: 'paged', decode: 'unified' },
  situations: ['Prefill on CUDA and decode on ROCm.', "The variable in one node's environment only."],
  related: ['unified-mode', 'kv-item-length', 'component-list', 'state-entry-count'],
  sources: [POOL, VECTORS, WORKED_OUT],
  show: ({ engine }) => engine.target.mode ?? engine.mode,
});
