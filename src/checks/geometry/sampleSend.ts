/**
 * @file What prefill's backend makes of both nodes' state lists: sent on paper, with index lists as long as those of a request of a given length.
 */
import type { EngineError } from '../../core/errors.ts';
import { swaStart } from '../../indices/swa.ts';
import type { StateType } from '../../kvargs/components.ts';
import { PERSONALITIES } from '../../plan/engines/registry.ts';
import type { NodeIndexing, NodePair } from '../nodePair.ts';

/** Prompts that between them have one SWA page and two, a full C128 group and a part of one, and less than a window. */
const SAMPLE_TOKENS = [300, 512, 100] as const;

/**
 * What the engine raises while it sends the state of a request; null where it sends all, or where the nodes' indices are not known.
 * @param tokens prompt length; by default the first sample that raises decides
 */
export function stateError({ prefill, decode, routes }: NodePair, tokens: readonly number[] = SAMPLE_TOKENS): EngineError | null {
  const [p, d] = [prefill.indexing, decode.indexing];
  const backend = prefill.engine?.backend ?? 'mooncake';
  if (p === null || d === null || backend === 'fake') return null;
  for (const length of tokens) {
    for (const route of routes) {
      const { prefillStartLayer, prefillEndLayer, compressRatios, state } = route.prefill.kvArgs;
      const sent = state.map(({ type, entries }) => ({ type, itemBytes: entries.map(({ itemBytes }) => itemBytes), indices: listFor(type, p, length) }));
      const received = route.decode.kvArgs.state.map(({ type, entries }) => ({ entryCount: entries.length, indices: listFor(type, d, length) }));
      const stage = { startLayer: prefillStartLayer ?? 0, endLayer: prefillEndLayer, ratios: compressRatios };
      const { error } = PERSONALITIES[backend].sendState(sent, received, stage);
      if (error !== null) return error;
    }
  }
  return null;
}

/** A list of the right length; which indices are in it plays no part. */
function listFor(type: StateType, node: NodeIndexing, tokens: number): Int32Array {
  return Int32Array.from({ length: lengthOf(type, node, tokens) }, (_, i) => i + 1);
}

function lengthOf(type: StateType, node: NodeIndexing, tokens: number): number {
  const { mode, c4StateIndex, windowTokens, pageSizeTokens } = node;
  switch (type) {
    case 'swa':
      return mode === 'unified' && c4StateIndex === 'slot'
        ? 1
        : Math.ceil((tokens - swaStart(tokens, { windowTokens, pageSizeTokens, prefixTokens: 0 })) / pageSizeTokens);
    case 'swa_ring':
      return Math.min(tokens, windowTokens);
    case 'c128_state':
      return tokens % 128 === 0 ? 0 : 1;
  }
}
