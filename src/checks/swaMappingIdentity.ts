/** @file Refusal: paged pools with two full-to-SWA mappings. */
import { AT_STATE_SETUP, type RefusalCheck, STATE_SETUP_SOURCE } from './refusal.ts';

/** `swa-mapping-identity`: target and draft must hold the same mapping object; equal contents do not count. */
export const swaMappingIdentity: RefusalCheck = {
  id: 'swa-mapping-identity',
  title: 'Target and draft hold one full-to-SWA mapping',
  runs: AT_STATE_SETUP,
  words: 'DSV4 target and draft pools must share the SWA index mapping',
  values: ({ target, draft }) => ({ target: labelText(target.mapping), draft: labelText(draft.mapping) }),
  consequence: () =>
    "One list of SWA page ids, read from the target's mapping, is sent for both pools. With a mapping of its own the draft would keep a token's window on another page, and decode would draft from pages of other tokens or other requests.",
  mend: () =>
    "On this node, register the allocator's one mapping with both pools (register_mapping with the same tensor, not a copy; mapping: shared here), or turn speculation off.",
  sources: [STATE_SETUP_SOURCE],
};

function labelText(mapping: string | null | undefined): string {
  if (mapping === undefined) return 'missing';
  return mapping === null ? 'None' : `object "${mapping}"`;
}
