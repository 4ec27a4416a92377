/** @file One node counts another prompt length than the other: with the token that has just been sampled, or without the last. */
import { counted } from '../core/units.ts';
import { victim } from './choose.ts';
import { editRequest, rebuildIndices, sparePages, withList } from './editLists.ts';
import { type FaultKind, type FaultSide, untouched } from './fault.ts';

/** Whose lists, by how many tokens, and which; prefill's state lists with one token more by default, of any request. */
export interface PromptLengthOff {
  readonly kind: 'prompt-length-off';
  readonly request?: number | undefined;
  readonly side?: FaultSide | undefined;
  readonly tokens?: number | undefined;
  /** `all`: the KV list as well. */
  readonly lists?: 'state' | 'all' | undefined;
}

/** Builds a node's index lists for another length. */
export const promptLengthOff: FaultKind<PromptLengthOff, 'lists'> = {
  kind: 'prompt-length-off',
  title: 'one node builds its index lists for another prompt length',
  seam: 'lists',
  classOf: () => 'index-shift',
  plant: (preparation, { request, side = 'prefill', tokens = 1, lists = 'state' }, random) => {
    const index = victim(request, [...preparation.requests.keys()], random);
    const lengths = index === null ? undefined : preparation.lengths[index];
    const planned = index === null ? undefined : preparation.requests[index];
    if (index === null || lengths === undefined || planned === undefined || tokens === 0) return untouched(preparation);
    const longer = {
      ...lengths,
      inputTokens: Math.max(1, lengths.inputTokens + tokens),
      prefillEndTokens: Math.max(1, lengths.prefillEndTokens + tokens),
    };
    const rebuilt = rebuildIndices(side, preparation.geometry[side], longer, planned[side].placement, sparePages(preparation, side));
    const result = editRequest(preparation, index, side, (own) => ({
      ...own,
      // The main list had been cut to the prompt before; C128 state counts the whole prompt on both sides.
      indices: lists === 'all' ? rebuilt : withList({ ...rebuilt, kvPages: own.indices.kvPages }, 'c128_state', own.indices.states.c128_state),
    }));
    const { swa, swa_ring } = rebuilt.states;
    // A list that starts a page earlier starts with a page that has left the window: the null page, in use. Where there are rings, most of the damage is theirs.
    const isNull = swa_ring === null && swa[0] === 0 && planned[side].indices.states.swa[0] !== 0;
    const count = `${counted(Math.abs(tokens), 'token')} ${tokens < 0 ? 'fewer' : 'more'}`;
    const did = `${side} builds the ${lists === 'all' ? '' : 'state '}lists of request ${index} for ${count}`;
    return { result, did, ...(isNull ? { class: 'null-page' as const } : {}) };
  },
};
