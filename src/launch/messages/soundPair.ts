/** @file A pair of launch lines that fits, for those whom a refusal sent here: what to compare their own with. */

/** Two lines, one a node. */
export interface LaunchPair {
  readonly prefill: string;
  readonly decode: string;
}

/** Refusals of target against draft, which need speculation; and the comparisons of the handshake. */
const OF_UNIFIED: ReadonlySet<string> = new Set(['swa-ring-geometry']);
const OF_PAGED: ReadonlySet<string> = new Set([
  'draft-swa-only',
  'unified-mode',
  'swa-mapping-identity',
  'paged-swa-geometry',
  'page-size-mismatch',
  'kv-dtype-mismatch',
]);

/** Lines for DeepSeek-V4-Flash with speculation, in the mode that the message is about; null for messages that no launch line brings about. */
export function soundPair(id: string): LaunchPair | null {
  if (!OF_UNIFIED.has(id) && !OF_PAGED.has(id)) return null;
  const variable = OF_UNIFIED.has(id) ? 'SGLANG_HACK_FLASHMLA_BACKEND=unified_kv_triton ' : '';
  const line = (side: string) =>
    `${variable}python3 -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V4-Flash --disaggregation-mode ${side} --page-size 256 --kv-cache-dtype fp8_e4m3 --speculative-algorithm EAGLE --speculative-num-steps 3 --speculative-eagle-topk 1 --speculative-num-draft-tokens 4`;
  return { prefill: line('prefill'), decode: line('decode') };
}
