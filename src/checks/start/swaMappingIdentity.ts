/** @file Refusal: paged pools with two full-to-SWA mappings. */
import { AT_STATE_SETUP } from '../moments.ts';
import { STATE_SETUP, VECTORS } from '../sources.ts';
import { otherRefusals, type RefusalCheck } from './refusal.ts';

/** `swa-mapping-identity`: target and draft must hold the same mapping object; equal contents do not count. */
export const swaMappingIdentity: RefusalCheck = {
  id: 'swa-mapping-identity',
  title: 'Target and draft hold one full-to-SWA mapping',
  moment: AT_STATE_SETUP,
  said: 'RuntimeError',
  words: 'DSV4 target and draft pools must share the SWA index mapping',
  engine: 'refuses',
  severity: 'error',
  compared: "the identity (Python's `is`) of the mapping tensors of the two pools, in paged mode. Two tensors of equal contents fail.",
  meaning:
    "The allocator's table says on which SWA page a token's window KV lies. The allocator changes it in place with every allocation and eviction, so that a copy is right only until the next one.",
  values: ({ target, draft }) => ({ target: labelText(target.mapping), draft: labelText(draft.mapping) }),
  consequence: () =>
    "One list of SWA page ids, read from the target's mapping, is sent for both pools. With a mapping of its own the draft would keep a token's window on another page, and decode would draft from pages of other tokens or other requests.",
  mend: () =>
    "On this node, register the allocator's one mapping with both pools (register_mapping with the same tensor, not a copy), or turn speculation off.",
  example: { target: 'object "allocator"', draft: 'object "draft only"' },
  situations: [
    'A draft worker that makes an allocator of its own.',
    'A mapping that was cloned, moved to another device or cast before it was registered with the draft.',
    'A pool that was rebuilt after a resize, while the other still holds the old table.',
  ],
  related: otherRefusals('swa-mapping-identity'),
  sources: [STATE_SETUP, VECTORS],
};

function labelText(mapping: string | null | undefined): string {
  if (mapping === undefined) return 'missing';
  return mapping === null ? 'None' : `object "${mapping}"`;
}
