/**
 * @file Errors that end a node's start and are no comparison of two pools: a constructor that raises, or a list that cannot be registered. Found by type and words.
 */
import type { EngineError } from '../../core/errors.ts';
import { type CatalogueEntry, type MessageEntry, matchWords, message, type Values } from '../entry.ts';
import { AT_POOL } from '../moments.ts';
import { COMPRESS_STATE, POOL, STATE_SETUP, VECTORS } from '../sources.ts';

/** Such an entry, but for what all have in common. */
type StartText = Omit<MessageEntry, 'moment' | 'engine' | 'severity' | 'sources' | 'related' | 'example'> &
  Partial<Pick<MessageEntry, 'sources' | 'related' | 'example'>>;

function startError(text: StartText): CatalogueEntry {
  return message({
    moment: { node: 'both', at: AT_POOL },
    engine: 'refuses',
    severity: 'error',
    sources: [POOL, VECTORS],
    related: ['start-error'],
    example: {},
    ...text,
  });
}

/** What is known of no start error in particular. */
export const startErrorEntry: CatalogueEntry = startError({
  id: 'start-error',
  title: 'A node does not start',
  said: null,
  words: '{error}',
  compared: 'nothing: the error of a constructor or of registration, in its own words.',
  meaning: 'The node ended while it built or registered its pools, with an error that no other page is about.',
  consequence: 'The node ends before it can serve a request.',
  mend: 'Correct the setting that the message names, on this node.',
  example: { error: 'IndexError: index 0 is out of bounds for dimension 0 with size 0' },
  situations: ['An override given to one pool only.', 'A model config whose fields contradict one another.'],
  related: [],
});

/** Known start errors. Order matters only where words alone do not decide. */
export const START_ERRORS: readonly CatalogueEntry[] = [
  startError({
    id: 'online-c128-with-speculation',
    title: 'Online C128 compression and speculation exclude each other',
    said: 'AssertionError',
    words: 'online c128 does not support MTP',
    compared: 'SGLANG_OPT_USE_ONLINE_COMPRESS against the speculative algorithm of the same server, unless SGLANG_EXPERIMENTAL_ONLINE_C128_MTP is set.',
    meaning:
      'Online C128 keeps, for each request, one summed row (max, sum, kv) in the place of 128 raw ones. A draft token that is rejected cannot be taken out of a sum.',
    consequence:
      'Online C128 keeps one summed row a request, which rejected draft tokens would spoil: every C128 layer would go on from a wrong sum of 6,144 B.',
    mend: 'Unset SGLANG_OPT_USE_ONLINE_COMPRESS, or turn speculation off, or set SGLANG_EXPERIMENTAL_ONLINE_C128_MTP=1 on this node.',
    situations: ['The variable was set for both nodes, and only decode speculates.', 'Speculation was added to a deployment that ran with online compression.'],
    related: ['online-c128-mismatch', 'speculation-one-side'],
    sources: [POOL, COMPRESS_STATE, VECTORS],
  }),
  startError({
    id: 'draft-token-count-missing',
    title: 'A unified ring needs the number of draft tokens',
    said: 'TypeError',
    words: "unsupported operand type(s) for -: 'NoneType' and 'int'",
    compared: 'the number of draft tokens, in unified mode with speculation.',
    meaning: 'The unified ring has window + draft tokens - 1 rows a slot; without the number it has no size, and Python cannot subtract from None.',
    consequence: 'The unified ring is the window and the draft tokens less one; without their count it has no size.',
    mend: 'Give --speculative-num-draft-tokens on this node.',
    situations: ['--speculative-algorithm alone on the command line, with steps and tokens left to a default that this path does not fill in.'],
    related: ['swa-ring-geometry'],
  }),
  startError({
    id: 'ratio-unknown-paged',
    title: 'A layer has a compression ratio that paged pools do not know',
    said: 'ValueError',
    words: 'Unsupported compression ratio: {ratio}',
    compared: 'every entry of compress_ratios of the stage, against 0, 4 and 128.',
    meaning: 'Pools have buffers for layers that keep their window only (0), and for layers that compress 4 or 128 tokens into one row.',
    consequence: 'A layer of this stage has a compression ratio that the pool has no buffers for: only 0, 4 and 128 are known.',
    mend: 'Correct compress_ratios in the model config; a model with other ratios (DeepSeek-V4.1 has 1 and 2) needs an engine that knows them.',
    example: { ratio: '2' },
    situations: ['A DeepSeek-V4.1 checkpoint on an engine of DeepSeek-V4.', 'A ratio list edited by hand.'],
    related: ['ratio-unknown-unified', 'compress-ratios-mismatch'],
  }),
  startError({
    id: 'ratio-unknown-unified',
    title: 'A layer has a compression ratio that unified pools do not know',
    said: 'KeyError',
    words: '{ratio}',
    compared: 'every entry of compress_ratios of the stage, against 0, 4 and 128.',
    meaning: 'The unified pool looks the ratio up in a table of rows a page, and the table has no such key. The message is the ratio and nothing else.',
    consequence: 'A layer of this stage has a compression ratio that the pool has no buffers for: only 0, 4 and 128 are known.',
    mend: 'Correct compress_ratios in the model config.',
    example: { ratio: '2' },
    situations: ['A DeepSeek-V4.1 checkpoint on an engine of DeepSeek-V4.'],
    related: ['ratio-unknown-paged'],
  }),
  startError({
    id: 'trtllm-kv-dtype',
    title: 'The trtllm backend stores fp8 rows only',
    said: 'AssertionError',
    words: '--dsv4-attn-backend trtllm requires kv_cache_dtype=fp8_e4m3, got torch.{dtype}',
    compared: 'the KV dtype of the pool, against fp8_e4m3, with --dsv4-attn-backend trtllm (from 2026-09).',
    meaning: 'Its rows are 512 B a token, all of them e4m3, with no scales and no padding.',
    consequence: 'The trtllm backend stores uniform fp8 rows and nothing else.',
    mend: 'Use --kv-cache-dtype fp8_e4m3, or another --dsv4-attn-backend.',
    example: { dtype: 'bfloat16' },
    situations: ['--kv-cache-dtype bfloat16 kept from a run with another backend.'],
    related: ['attention-backend-mismatch', 'kv-dtype-mismatch'],
  }),
  startError({
    id: 'trtllm-hisparse',
    title: 'HiSparse does not work with the trtllm backend',
    said: 'AssertionError',
    words: 'enable_hisparse is not supported with --dsv4-attn-backend trtllm.',
    compared: '--enable-hisparse, with --dsv4-attn-backend trtllm.',
    meaning: 'HiSparse keeps C4 rows in host memory in the packed form of 584 B a token, which the trtllm kernels do not read.',
    consequence: 'HiSparse keeps C4 rows on the host in the packed form, which the trtllm backend does not read.',
    mend: 'Turn HiSparse off, or use another --dsv4-attn-backend.',
    situations: ['A decode node with HiSparse that was given the backend of prefill.'],
    related: ['attention-backend-mismatch'],
  }),
  startError({
    id: 'uniform-row-dims',
    title: 'Uniform fp8 rows have one fixed form',
    said: 'AssertionError',
    words: 'DSV4 uniform-FP8 KV layout: qk_nope_head_dim (448) + qk_rope_head_dim (64), all e4m3 = 512 bytes/token',
    compared: 'the head dimensions of the model, against 448 + 64.',
    meaning: 'The kernels of the trtllm backend read 512 B a token.',
    consequence: 'Rows of the paged mode have one fixed form: 448 dims without position, 64 with.',
    mend: 'Use a model with head dims 448 + 64, or the unified mode, which takes others.',
    situations: ['A scaled-down test model with other head dims.'],
    related: ['packed-row-dims'],
  }),
  startError({
    id: 'packed-row-dims',
    title: 'Packed fp8 rows have one fixed form',
    said: 'AssertionError',
    words: 'DSV4 KV layout: qk_nope_head_dim FP8 (448) + qk_rope_head_dim BF16 (64*2) + nope FP8 scales + scale_pad = 584 bytes/token',
    compared: 'the head dimensions of the model, against 448 + 64.',
    meaning: 'A packed row is 448 fp8 bytes, 64 bf16 values with position, 7 scales and 1 byte of padding: 584 B a token.',
    consequence: 'Rows of the paged mode have one fixed form: 448 dims without position, 64 with.',
    mend: 'Use a model with head dims 448 + 64, or the unified mode, which takes others.',
    situations: ['A scaled-down test model with other head dims.'],
    related: ['uniform-row-dims'],
  }),
  startError({
    id: 'bare-assertion',
    title: 'A pool constructor asserts without words',
    said: 'AssertionError',
    words: '',
    compared: 'the page size, which must be a multiple of the SWA page size; and the KV dtype, which must be fp8 in paged mode.',
    meaning: 'Two assertions of the constructor have no text: Python prints `AssertionError` and nothing else.',
    consequence: 'A bare assertion of the constructor: the page size is no multiple of the SWA page size, or the KV dtype of a paged pool is not fp8.',
    mend: 'Make --page-size a multiple of the SWA page size, and use --kv-cache-dtype fp8_e4m3 in paged mode.',
    situations: ['--kv-cache-dtype bfloat16 with paged pools.', 'An SWA page size that does not divide --page-size.'],
    related: ['swa-page-unit', 'kv-dtype-unsupported', 'paged-page-size'],
  }),
  startError({
    id: 'size-of-zero',
    title: 'A size that is divided by is 0',
    said: 'ZeroDivisionError',
    words: 'integer {operation} by zero',
    compared: 'nothing: Python divides by a page without a compressed token, or by a window of 0.',
    meaning: 'A page of fewer than 4 tokens holds no C4 row, one of fewer than 128 no C128 row; a window of 0 gives no compression state.',
    consequence:
      'A size that is divided by is 0: a page without a compressed token (below 4 tokens with C4 layers, below 128 with C128 layers), or a window of 0.',
    mend: "Use --page-size 256 and the model's own sliding window.",
    example: { operation: 'division or modulo' },
    situations: ['--page-size 1 or 64, the default or habit of other models.', 'A config.json without sliding_window.'],
    related: ['paged-page-size', 'compressed-page-size'],
  }),
  startError({
    id: 'mapping-never-registered',
    title: 'A pool was never given its full-to-SWA mapping',
    said: 'AttributeError',
    words: "'DeepSeekV4TokenToKVPool' object has no attribute '{attribute}'",
    compared: 'nothing: the refusals read an attribute of a pool that does not exist.',
    meaning:
      'The allocator hands its mapping to the pool with register_mapping; before that, the pool has no such attribute. Attributes of the ring exist in unified mode only.',
    consequence: 'No full-to-SWA mapping was registered with the pool, or the pool is of a version without the attribute.',
    mend: "Register the allocator's mapping with both pools before state is set up.",
    example: { attribute: 'full_to_swa_index_mapping' },
    situations: [
      'A draft pool that is built before the allocator and never told of it.',
      'A pool class of an older or newer version than the registration code.',
    ],
    related: ['swa-mapping-identity'],
    sources: [STATE_SETUP, VECTORS],
  }),
  startError({
    id: 'no-request-slots',
    title: 'A unified pool without request slots cannot be measured',
    said: 'IndexError',
    words: 'index 0 is out of bounds for dimension 0 with size 0',
    compared: 'nothing: registration measures a row by indexing the first one, which a buffer of no rows does not have.',
    meaning: "A window-only layer's unified buffer is the ring rows of all slots. Without slots it is empty.",
    consequence: 'The pool has no request slots, so that its ring has no row to measure.',
    mend: 'Give the pool at least one request slot (--max-running-requests).',
    situations: ['A pool built for 0 slots: 0 counts as given, it is not replaced by a default.'],
    related: ['slots-not-covered'],
  }),
  startError({
    id: 'unified-fp8',
    title: 'The fp8 form of unified KV cannot be handed over',
    said: 'NotImplementedError',
    words:
      'PD disaggregation is not supported with SGLANG_DSV4_UNIFIED_KV_FP8=1 (the transfer assumes a single unified pool; the rope pool would be silently dropped).',
    compared: 'SGLANG_DSV4_UNIFIED_KV_FP8, in unified mode (from 2026-09).',
    meaning: 'The fp8 form keeps two buffers a layer, 512 B rows without position and 128 B rows with; registration knows one.',
    consequence: 'The fp8 form keeps nope and rope apart, and registration knows one buffer a layer: 128 B of every row would stay behind.',
    mend: 'Unset SGLANG_DSV4_UNIFIED_KV_FP8 on both nodes.',
    situations: ['A memory-saving variable of a single-node deployment kept when it was split.'],
    related: ['unified-fp8-ring', 'mode-mismatch'],
  }),
  startError({
    id: 'unified-fp8-ring',
    title: 'The ring of the fp8 form of unified KV cannot be handed over',
    said: 'NotImplementedError',
    words:
      'PD disaggregation is not supported with SGLANG_DSV4_UNIFIED_KV_FP8=1 (the SWA_RING component assumes a single unified pool; the rope pool would be silently dropped).',
    compared: 'SGLANG_DSV4_UNIFIED_KV_FP8, in unified mode (from 2026-09), when the ring is registered.',
    meaning: 'The same refusal as for the KV list, made by the accessor of the ring rows.',
    consequence: 'The fp8 form keeps nope and rope apart, and registration knows one buffer a layer: 128 B of every ring row would stay behind.',
    mend: 'Unset SGLANG_DSV4_UNIFIED_KV_FP8 on both nodes.',
    situations: ['A pool without C4 and C128 layers, whose KV list does not refuse first: a draft.'],
    related: ['unified-fp8'],
  }),
];

/** The entry of an error at start, with the values in its words. */
export function startErrorEntryOf(error: EngineError): { readonly entry: CatalogueEntry; readonly values: Values } {
  for (const entry of START_ERRORS) {
    const values = entry.said === error.pythonType ? matchWords(entry.words, error.message) : null;
    if (values !== null) return { entry, values };
  }
  return { entry: startErrorEntry, values: { error: errorText(error) } };
}

/** An error as Python prints the last line of its traceback. */
export function errorText({ pythonType, message: text }: EngineError): string {
  return text === '' ? pythonType : `${pythonType}: ${text}`;
}
