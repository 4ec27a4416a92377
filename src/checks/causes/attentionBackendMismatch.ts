/** @file Cause: unlike row formats of the attention backends. */
import { POOL, WORKED_OUT } from '../sources.ts';
import { cause } from './cause.ts';

/** `attention-backend-mismatch`. */
export const attentionBackendMismatch = cause({
  id: 'attention-backend-mismatch',
  title: 'Both nodes store KV rows in the form of one attention backend',
  setting: 'attentionBackend',
  words: 'the attention backend is {prefill} on prefill and {decode} on decode',
  compared: '--dsv4-attn-backend of the two nodes, in paged mode from 2026-09.',
  meaning:
    'Most backends read packed rows of 584 B with scales, in pages padded to a multiple of 576 B; trtllm reads uniform rows of 512 B without padding. Both call the dtype fp8_e4m3, so that the handshake passes.',
  consequence: ({ prefill }) => {
    const [p, d] = prefill === 'trtllm' ? ['32,768', '37,440'] : ['37,440', '32,768'];
    return `A C4 page is ${p} B on prefill and ${d} B on decode, an SWA page ${prefill === 'trtllm' ? '131,072 against 149,760' : '149,760 against 131,072'} B: pages land in the wrong places, and rows are read in the wrong form even where they land right.`;
  },
  mend: () => 'Use the same --dsv4-attn-backend on both nodes.',
  example: { prefill: 'flashmla', decode: 'trtllm' },
  situations: ['Two generations of GPU, each with its fastest backend.'],
  related: ['kv-item-length', 'state-item-length', 'trtllm-kv-dtype'],
  sources: [POOL, WORKED_OUT],
  show: ({ engine }) => engine.attentionBackend,
});
