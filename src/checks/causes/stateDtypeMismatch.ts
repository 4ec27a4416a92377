/** @file Cause: compression states of unlike dtypes. */
import { COMPRESS_STATE, WORKED_OUT } from '../sources.ts';
import { cause } from './cause.ts';

/** `state-dtype-mismatch`: the second of the four silent mismatches. */
export const stateDtypeMismatch = cause({
  id: 'state-dtype-mismatch',
  title: 'Both nodes keep compression states in one dtype',
  setting: 'stateDtype',
  words: 'compression states are {prefill} on prefill and {decode} on decode',
  compared: 'SGLANG_DSV4_COMPRESS_STATE_DTYPE of the two nodes. The handshake compares the KV dtype only.',
  meaning: 'Every row of C4 and C128 state is half kv, half score, of this dtype. It is an environment variable, read by each node for itself.',
  consequence: ({ prefill }) => {
    const [item, other] = prefill === 'bfloat16' ? ['32,768', '65,536'] : ['65,536', '32,768'];
    return `A C4 state item without speculation is ${item} B on prefill and ${other} B on decode, a C128 item 524,288 B in float32 and 262,144 B in bfloat16. Items land in the wrong places, and what lands is read as numbers of another width.`;
  },
  mend: () => 'Set the same SGLANG_DSV4_COMPRESS_STATE_DTYPE on both nodes, or unset it on both (float32).',
  example: { prefill: 'float32', decode: 'bfloat16' },
  situations: ["A memory-saving variable in one node's environment.", 'A container image with variables of its own.'],
  related: ['state-item-length', 'kv-dtype-mismatch', 'online-c128-mismatch'],
  sources: [COMPRESS_STATE, WORKED_OUT],
  show: ({ engine }) => engine.stateDtype,
});
