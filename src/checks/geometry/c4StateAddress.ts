/** @file A node whose index list and pool disagree about C4 state. */
import { NEVER } from '../moments.ts';
import { bothNodes, nodeFact, type PairCheck } from '../pairCheck.ts';
import { POOL, WORKED_OUT } from '../sources.ts';

/** `c4-state-address`: an open question of 2026-09, whose default here is what the pool's addressing needs. */
export const c4StateAddress: PairCheck = {
  id: 'c4-state-address',
  title: 'C4 state is listed as the pool addresses it',
  moment: { ...NEVER, node: 'both' },
  said: null,
  words: 'C4 state is listed by {listed}, and the pool addresses it by {addressed}',
  engine: 'silent',
  severity: 'error',
  compared: 'on each node in unified mode, the kind of index in the list against the kind that the kernels address C4 state by.',
  meaning:
    "The unified pool of 2026-09 addresses C4 state by request slot, while every index builder that could be read lists SWA page ids for a component of type SWA. With page ids the request's own ring is not the one that moves.",
  consequence: ({ listed }) =>
    listed === 'slot'
      ? "The ring at the slot's number moves, which belongs to the SWA page of that number: another request's state, or none."
      : "The ring at the page's number moves, which belongs to the request slot of that number: another request's state, or none. With page ids beyond the number of slots, writes leave the region.",
  mend: ({ addressed }) =>
    `On this node, list C4 state by ${addressed ?? 'what the pool addresses it by'} (a version of the engine whose index builder fits its pool).`,
  example: { listed: 'swa-page', addressed: 'slot' },
  situations: ['A pool that was changed to per-request state while the index builder was not.'],
  related: ['c4-state-indexing', 'revision-mismatch'],
  sources: [POOL, WORKED_OUT],
  run: (pair) =>
    bothNodes(pair).flatMap((node) => {
      const { indexing } = node;
      if (indexing?.mode !== 'unified' || indexing.c4StateIndex === indexing.c4StateAddress) return [];
      return [
        nodeFact(
          node,
          { listed: indexing.c4StateIndex, addressed: indexing.c4StateAddress },
          `listed by ${indexing.c4StateIndex}, addressed by ${indexing.c4StateAddress}`,
        ),
      ];
    }),
};
