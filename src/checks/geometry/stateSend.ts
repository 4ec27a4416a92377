/** @file What prefill's backend raises while it sends state, in its own words. */
import { AT_TRANSFER } from '../moments.ts';
import type { PairCheck } from '../pairCheck.ts';
import { MOONCAKE, MORI, NIXL, VECTORS } from '../sources.ts';
import { stateError } from './sampleSend.ts';

/** `state-send-raises`: the lists of both nodes sent on paper, for prompts of 300, 512 and 100 tokens. */
export const stateSend: PairCheck = {
  id: 'state-send-raises',
  title: "Prefill's backend sends the state of both nodes' lists without raising",
  moment: AT_TRANSFER,
  said: null,
  words: '{error}',
  engine: 'dies',
  severity: 'error',
  compared: "what the backend's own code makes of both nodes' components and of index lists as long as those of a prompt of 300, 512 or 100 tokens.",
  meaning: 'Mooncake, NIXL and Mori treat unequal lists and missing components differently. This is what the backend of this prefill says to these two nodes.',
  consequence: ({ error }) =>
    error?.includes('PD state transfer failed') || error?.includes('at component')
      ? 'The room fails on prefill with these words; the thread lives, and later rooms go the same way. Under NIXL decode is not told and waits until its timeout.'
      : "Prefill's transfer worker raises: under Mooncake its thread dies, and this room and every room behind it on the queue wait until decode's timeout (SGLANG_DISAGGREGATION_WAITING_TIMEOUT, 300 s). KV and the components before this one have gone out.",
  mend: () =>
    'Make the components of both nodes agree: the same model, pool mode, sliding window and speculation. With pipeline stages under Mori, every stage needs as many components as decode.',
  example: { error: 'RuntimeError: C128_STATE state index length mismatch: prefill=1, dst=0' },
  situations: [
    'A draft on prefill only.',
    'Pipeline stages under Mori: the draft is on the last stage alone, and the others have a component less than decode.',
  ],
  related: [
    'component-list',
    'state-entry-count',
    'state-index-length',
    'nixl-state-index-length',
    'mori-component-count',
    'pp-list-length',
    'transfer-thread-failed',
  ],
  sources: [MOONCAKE, NIXL, MORI, VECTORS],
  run: (pair) => {
    const error = stateError(pair);
    if (error === null) return [];
    const text = error.message === '' ? error.pythonType : `${error.pythonType}: ${error.message}`;
    const types = (node: typeof pair.prefill) =>
      node.ranks.map(({ kvArgs }) => kvArgs.state.map(({ type }) => type).join(' ')).find((shown) => shown !== '') ?? null;
    return [{ side: 'prefill', values: { error: text }, prefill: types(pair.prefill), decode: types(pair.decode) }];
  },
};
