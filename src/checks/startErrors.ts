/**
 * @file Errors at a node's start that are no comparison of two pools: a constructor that raises, or a registration that cannot be made. One generic form; what is
 * known of each is looked up by its words.
 */
import type { EngineError } from '../core/errors.ts';

/** What is known of one such error. */
export interface StartErrorNote {
  readonly consequence: string;
  readonly mend: string;
}

interface KnownError extends StartErrorNote {
  readonly matches: (error: EngineError) => boolean;
}

const says = (text: string) => (error: EngineError) => error.message.includes(text);

const KNOWN: readonly KnownError[] = [
  {
    matches: says('online c128 does not support MTP'),
    consequence: 'Online C128 keeps one summed row a request, which rejected draft tokens would spoil.',
    mend: 'Unset SGLANG_OPT_USE_ONLINE_COMPRESS, or turn speculation off, or set SGLANG_EXPERIMENTAL_ONLINE_C128_MTP=1 on this node.',
  },
  {
    matches: says("unsupported operand type(s) for -: 'NoneType' and 'int'"),
    consequence: 'The unified ring is the window and the draft tokens less one; without their count it has no size.',
    mend: 'Give --speculative-num-draft-tokens on this node.',
  },
  {
    matches: (error) => error.pythonType === 'KeyError' || error.message.startsWith('Unsupported compression ratio'),
    consequence: 'A layer of this stage has a compression ratio that the pool has no buffers for: only 0, 4 and 128 are known.',
    mend: 'Correct compress_ratios in the model config.',
  },
  {
    matches: says('requires kv_cache_dtype=fp8_e4m3'),
    consequence: 'The trtllm backend stores uniform fp8 rows and nothing else.',
    mend: 'Use --kv-cache-dtype fp8_e4m3, or another --dsv4-attn-backend.',
  },
  {
    matches: says('enable_hisparse is not supported'),
    consequence: 'HiSparse keeps C4 rows on the host in the packed form, which the trtllm backend does not read.',
    mend: 'Turn HiSparse off, or use another --dsv4-attn-backend.',
  },
  {
    matches: says('bytes/token'),
    consequence: 'Rows of the paged mode have one fixed form: 448 dims without position, 64 with.',
    mend: 'Use a model with head dims 448 + 64, or the unified mode, which takes others.',
  },
  {
    matches: (error) => error.pythonType === 'AssertionError' && error.message === '',
    consequence: 'A bare assertion of the constructor: the page size is no multiple of the SWA page size, or the KV dtype of a paged pool is not fp8.',
    mend: 'Make --page-size a multiple of the SWA page size, and use --kv-cache-dtype fp8_e4m3 in paged mode.',
  },
  {
    matches: (error) => error.pythonType === 'ZeroDivisionError',
    consequence:
      'A size that is divided by is 0: a page without a compressed token (below 4 tokens with C4 layers, below 128 with C128 layers), or a window of 0.',
    mend: "Use --page-size 256 and the model's own sliding window.",
  },
  {
    matches: says('full_to_swa_index_mapping'),
    consequence: 'No full-to-SWA mapping was registered with the pool.',
    mend: "Register the allocator's mapping with both pools before state is set up.",
  },
  {
    matches: (error) => error.pythonType === 'IndexError',
    consequence: 'The pool has no request slots, so that its ring has no row to measure.',
    mend: 'Give the pool at least one request slot (--max-running-requests).',
  },
  {
    matches: says('SGLANG_DSV4_UNIFIED_KV_FP8'),
    consequence: 'The fp8 form keeps nope and rope apart, and registration knows one buffer a layer.',
    mend: 'Unset SGLANG_DSV4_UNIFIED_KV_FP8 on both nodes.',
  },
];

/** What is known of an error at start, by its words; a general note for the rest. */
export function startErrorNote(error: EngineError): StartErrorNote {
  const known = KNOWN.find(({ matches }) => matches(error));
  return known ?? { consequence: 'The node ends before it can serve a request.', mend: 'Correct the setting that the message names, on this node.' };
}
