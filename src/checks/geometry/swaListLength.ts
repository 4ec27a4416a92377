/** @file Lists of SWA pages of the two nodes, for every prompt length. */
import { swaStart } from '../../indices/swa.ts';
import { numberOf } from '../entry.ts';
import { AT_TRANSFER } from '../moments.ts';
import type { NodeIndexing } from '../nodePair.ts';
import type { PairCheck } from '../pairCheck.ts';
import { MOONCAKE, VECTORS } from '../sources.ts';
import { stateError } from './sampleSend.ts';

/** `swa-list-length`: the fourth of the four silent mismatches. */
export const swaListLength: PairCheck = {
  id: 'swa-list-length',
  title: 'Both nodes list the same SWA pages of a request',
  moment: AT_TRANSFER,
  said: 'log line',
  words: 'len(prefill_state_indices) = {prefill}, len(dst_state_indices) = {decode}',
  engine: 'silent',
  severity: 'error',
  compared: "the first position of the window's page list, max(0, tokens - window) floored to a page, for every prompt length up to two windows and two pages.",
  meaning:
    'Each node works out by itself which pages hold the end of the window. Where the two lists differ in length, Mooncake logs this line and keeps the leading elements of the longer one, the oldest pages: every page then lands one place away from its own.',
  consequence: (values) => {
    const [tokens, prefill, decode, page] = [numberOf(values, 'tokens'), numberOf(values, 'prefill'), numberOf(values, 'decode'), numberOf(values, 'page')];
    const general = 'The longer list is cut at its end, where the newest pages are: pages shift by one, and the last one is not sent.';
    if (tokens === null || prefill === null || decode === null || page === null) return general;
    const end = Math.ceil(tokens / page) * page;
    const first = (count: number) => `positions ${Math.max(0, end - count * page)}..${Math.max(0, end - count * page) + page - 1}`;
    return `At a prompt of ${tokens} tokens prefill lists ${prefill} SWA page(s) and decode ${decode}. ${general} Prefill's ${first(prefill)} land on decode's page of ${first(decode)}, in every SWA layer, every C4 state and the draft.`;
  },
  mend: () => 'Give both nodes the same sliding window (sliding_window of the model config; --json-model-override-args) and the same --page-size.',
  example: { prefill: '2', decode: '1', tokens: '300', page: '256' },
  situations: [
    'A sliding_window overridden on one node.',
    'A prefill that had computed fewer tokens than the prompt has when it sent its state.',
    'Code that counts a window as 127 on one node and 128 on the other.',
  ],
  related: ['window-mismatch', 'ring-list-length', 'list-cut', 'page-size-mismatch'],
  sources: [MOONCAKE, VECTORS],
  run: (pair) => {
    const { prefill, decode } = pair;
    const [p, d] = [prefill.indexing, decode.indexing];
    if (p === null || d === null || !listsPages(p) || !listsPages(d)) return [];
    const tokens = firstDifference(p, d);
    if (tokens === null) return [];
    const [sent, received] = [pages(p, tokens), pages(d, tokens)].map(String);
    const values = { prefill: sent ?? '', decode: received ?? '', tokens: String(tokens), page: String(d.pageSizeTokens) };
    const shown = { values, prefill: `window ${p.windowTokens}, page ${p.pageSizeTokens}`, decode: `window ${d.windowTokens}, page ${d.pageSizeTokens}` };
    // Mooncake and Mori cut; NIXL refuses.
    const error = stateError(pair, [tokens]);
    return error === null ? [{ side: 'decode', ...shown }] : [{ side: 'prefill', ...shown, engine: 'dies', message: `${error.pythonType}: ${error.message}` }];
  },
};

function listsPages({ mode, c4StateIndex, pageSizeTokens }: NodeIndexing): boolean {
  return pageSizeTokens > 0 && (mode === 'paged' || c4StateIndex === 'swa-page');
}

function windowOf({ windowTokens, pageSizeTokens }: NodeIndexing) {
  return { windowTokens, pageSizeTokens, prefixTokens: 0 };
}

function pages(node: NodeIndexing, tokens: number): number {
  return Math.ceil((tokens - swaStart(tokens, windowOf(node))) / node.pageSizeTokens);
}

/** The shortest prompt whose lists differ; null where none does. Starts repeat with the page beyond the larger window. */
function firstDifference(p: NodeIndexing, d: NodeIndexing): number | null {
  if (p.windowTokens === d.windowTokens && p.pageSizeTokens === d.pageSizeTokens) return null;
  const last = Math.max(p.windowTokens, d.windowTokens) + 2 * Math.max(p.pageSizeTokens, d.pageSizeTokens);
  for (let tokens = 1; tokens <= last; tokens++) if (pages(p, tokens) !== pages(d, tokens)) return tokens;
  return null;
}
