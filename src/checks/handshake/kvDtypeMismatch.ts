/** @file Handshake: KV dtypes of the two servers, as text. */
import { AT_HANDSHAKE } from '../moments.ts';
import type { PairCheck } from '../pairCheck.ts';
import { COMMON_MANAGER } from '../sources.ts';

/** `kv-dtype-mismatch`: the engine compares the strings, so that two names of one dtype differ. */
export const kvDtypeMismatch: PairCheck = {
  id: 'kv-dtype-mismatch',
  title: 'Both servers have one KV dtype',
  moment: AT_HANDSHAKE,
  said: 'RuntimeError',
  words:
    'KV cache dtype mismatch: prefill server has kv_cache_dtype={prefill}, but decode server has kv_cache_dtype={decode}. Both servers must use the same --kv-cache-dtype value.',
  engine: 'refuses',
  severity: 'error',
  compared: "prefill's --kv-cache-dtype against decode's, as text after the server's defaults.",
  meaning:
    'KV rows are copied as bytes. Decode must read them as the dtype that prefill wrote. Unified pools store bf16 whatever the flag says; the engine compares the flags all the same.',
  consequence: ({ prefill, decode }) =>
    `Decode fails every request from this prefill server, before any transfer. Without the check, decode would read ${prefill ?? 'one dtype'} bytes as ${decode ?? 'another'} where rows are of the same size, and every row after the first would be out of place where they are not.`,
  mend: () => 'Use the same --kv-cache-dtype on both nodes: fp8_e4m3 for DeepSeek-V4 (bfloat16 on NPU).',
  example: { prefill: 'fp8_e4m3', decode: 'bfloat16' },
  situations: [
    '--kv-cache-dtype on one command line only, the other left at auto.',
    'Two kinds of device whose auto resolves differently.',
    'Two spellings of one dtype.',
  ],
  related: ['page-size-mismatch', 'kv-item-length', 'kv-dtype-unsupported'],
  sources: [COMMON_MANAGER],
  run: ({ prefill, decode }) => {
    const dtypeOf = (node: typeof prefill) => node.engine?.kvDtype ?? node.ranks[0]?.kvArgs.kvCacheDtype ?? '';
    const [p, d] = [dtypeOf(prefill), dtypeOf(decode)];
    return p === '' || d === '' || p === d ? [] : [{ side: 'decode', values: { prefill: p, decode: d }, prefill: p, decode: d }];
  },
};
