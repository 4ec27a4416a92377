/**
 * @file Differences that do no harm, and faults that look like a hand-off's: checks are silent about them on purpose.
 */

/** One of them. */
export interface FalseAlarm {
  readonly what: string;
  readonly why: string;
}

/** All of them. */
export const FALSE_ALARMS: readonly FalseAlarm[] = [
  {
    what: 'Ring sizes that differ in unified mode (128 rows against 131).',
    why: 'Ring rows are listed one by one, slot x ring + position mod ring, each node with its own ring. Any two numbers of draft tokens work together.',
  },
  {
    what: 'C128 rings that differ (128 rows against 256).',
    why: 'An item of offline C128 state is 128 rows either way; only the index differs, slot x (ring / 128) + part, and each node works out its own.',
  },
  {
    what: 'Pools, SWA shares, slots, metadata rows and addresses of other sizes.',
    why: "Every index is the receiving node's own. A decode with a quarter of the pages, or four times the slots, is fine.",
  },
  {
    what: 'C4 state buffers that are no whole number of items, or twice as large as the SWA pool needs.',
    why: 'The server derives twice as many rings as can be reached, one ring more, and a sentinel row. Only too few are an error.',
  },
  {
    what: 'Tensor-parallel sizes that divide, in either direction.',
    why: 'KV and state of DeepSeek-V4 are replicated on every rank. Where KV heads are fewer than ranks (8 heads, TP 8 against 16), heads are replicated, and equal lengths on both nodes are right, too: a plain ratio of lengths is no test (vllm-project/vllm#45330).',
  },
  {
    what: 'Texts that differ between a disaggregated run and a single server.',
    why: 'With random prompts, tied logits fall differently with and without a prefix cache: as many texts differed with identical KV (vllm-project/tpu-inference#3369). Compare bytes.',
  },
  {
    what: 'A lower score in disaggregated decoding without speculation.',
    why: 'In sgl-project/sglang#30543 every row had arrived as sent; the fault was in the single-token decode path. `disagg-sim run` says PASS for such a pair: look elsewhere.',
  },
  {
    what: 'Log-probabilities of decode that leave those of prefill at one position.',
    why: 'Over byte-identical fp8 cache, a kernel with another block width differs from position 97 on (sgl-project/sglang#25790).',
  },
  {
    what: 'Pipeline stages whose lists are shorter than those of decode.',
    why: "Each stage is paired with the part of decode's lists that has its layers. What counts is that every entry of decode has one sender.",
  },
];
