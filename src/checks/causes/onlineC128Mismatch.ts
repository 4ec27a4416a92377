/** @file Cause: C128 state online on one node only. */
import { COMPRESS_STATE, WORKED_OUT } from '../sources.ts';
import { cause } from './cause.ts';

/** `online-c128-mismatch`. */
export const onlineC128Mismatch = cause({
  id: 'online-c128-mismatch',
  title: 'Both nodes keep C128 state in one form',
  setting: 'onlineCompress',
  words: 'C128 state is {prefill} on prefill and {decode} on decode',
  compared: 'SGLANG_OPT_USE_ONLINE_COMPRESS of the two nodes, where it takes effect: in paged mode.',
  meaning:
    'Offline, a request keeps the raw rows of its unfinished group of 128 tokens, 128 rows of 4,096 B an item. Online, it keeps their running sum, one row of 6,144 B.',
  consequence: ({ prefill }) =>
    prefill === 'online'
      ? "Prefill writes one row of 6,144 B at slot x 6,144, where decode has raw rows: of the 128 rows of the request's group none arrive, and rows of slot 0 are overwritten."
      : "Prefill writes 524,288 B at its own index x 524,288 of a buffer whose rows are 6,144 B: 85 requests' sums are overwritten with raw rows, or the write leaves the buffer, and the request's own sum never arrives.",
  mend: () => 'Set SGLANG_OPT_USE_ONLINE_COMPRESS on both nodes or on neither.',
  example: { prefill: 'online', decode: 'offline' },
  situations: ['A variable for prefill throughput that is set there only.', 'A decode node on ROCm, where online compression does not exist.'],
  related: ['state-item-length', 'online-c128-with-speculation', 'online-c128-not-registered'],
  sources: [COMPRESS_STATE, WORKED_OUT],
  show: ({ engine }) => (engine.onlineCompress && (engine.target.mode ?? engine.mode) === 'paged' ? 'online' : 'offline'),
});
