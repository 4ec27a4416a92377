/** @file Unlike transfer backends on the two nodes. */
import type { PairCheck } from '../pairCheck.ts';
import { MOONCAKE, NIXL } from '../sources.ts';

/** What a name stands for. */
const SAME: Readonly<Record<string, string>> = { mooncake_tcp: 'mooncake', 'mooncake-old': 'mooncake' };

/** `backend-mismatch`: nobody compares; the two just do not understand one another. */
export const backendMismatch: PairCheck = {
  id: 'backend-mismatch',
  title: 'Both nodes use one transfer backend',
  moment: { node: 'decode', at: 'never: decode sends its registration in the form of its own backend, and prefill reads it in its own' },
  said: null,
  words: 'transfer backend {prefill} on prefill and {decode} on decode',
  engine: 'dies',
  severity: 'error',
  compared: '--disaggregation-transfer-backend of the two nodes.',
  meaning:
    "Topology is exchanged over HTTP and is the same for all backends, so the handshake passes. Registration is not: Mooncake's messages have 14 frames beginning with a room, NIXL's begin with the literal `NixlMsgGuard` and have 19. What the reader does with a foreign message we have not read.",
  consequence: ({ decode }) =>
    decode === 'fake'
      ? "Decode's fake receiver reports Success as soon as it has sent its metadata: no byte of KV, state or first token arrives, and decode generates from what lies in its pages."
      : 'Prefill never learns where decode keeps its memory: no byte moves, and every request ends in a timeout (SGLANG_DISAGGREGATION_BOOTSTRAP_TIMEOUT on prefill, SGLANG_DISAGGREGATION_WAITING_TIMEOUT on decode, 300 s each).',
  mend: ({ prefill, decode }) =>
    decode === 'fake'
      ? `On decode, use --disaggregation-transfer-backend ${prefill ?? 'as on prefill'}.`
      : `Use one --disaggregation-transfer-backend on both nodes (prefill has ${prefill ?? 'another'}, decode ${decode ?? 'another'}).`,
  example: { prefill: 'mooncake', decode: 'nixl' },
  situations: ['The flag on one command line only; the default is mooncake.', 'A decode node still set up for a benchmark with fake.'],
  related: ['backend-unsupported', 'fake-on-prefill', 'waiting-timeout', 'bootstrapping-timeout'],
  sources: [MOONCAKE, NIXL],
  run: ({ prefill, decode }) => {
    const [p, d] = [prefill.extra.transferBackend, decode.extra.transferBackend];
    if (p === null || d === null || (SAME[p] ?? p) === (SAME[d] ?? d)) return [];
    return [{ side: 'decode', values: { prefill: p, decode: d }, prefill: p, decode: d, ...(d === 'fake' ? { engine: 'silent' as const } : {}) }];
  },
};
