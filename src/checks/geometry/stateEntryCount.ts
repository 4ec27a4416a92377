/** @file Number of entries of each state component. */
import type { PairCheck } from '../pairCheck.ts';
import { MOONCAKE, PAIRING, VECTORS } from '../sources.ts';
import { countConsequence, countFact } from './entryCounts.ts';

/** `state-entry-count`. */
export const stateEntryCount: PairCheck = {
  id: 'state-entry-count',
  title: 'Every state entry of decode has its sender',
  moment: { node: 'prefill', at: "in prefill's transfer worker, with the last chunk of a request; or never" },
  said: null,
  words: '{list} has {prefill} entries on prefill and {decode} on decode; {unwritten} of decode are never written',
  engine: 'silent',
  severity: 'error',
  compared: "number of entries, component by component. With pipeline stages, the slices of all stages together against decode's list.",
  meaning:
    'The SWA component lists all SWA layers, then all C4 attention states, then all C4 indexer states; the draft component one entry a NextN layer. Unequal lists go through pipeline slicing, which guesses the number of SWA layers from the length.',
  consequence: countConsequence,
  mend: () => 'Load the same model and the same draft on both nodes, in the same pool mode.',
  example: { list: 'component 2 (swa)', prefill: '1', decode: '2', unwritten: '1', first: 'draft/swa/1' },
  situations: [
    'A draft with one NextN layer on one node and three on the other.',
    'Unified pools, whose SWA component has no SWA layers, against paged ones.',
    'Two model configs whose ratio lists differ.',
  ],
  related: ['kv-entry-count', 'component-list', 'draft-layers-mismatch', 'mode-mismatch', 'pp-list-length'],
  sources: [MOONCAKE, PAIRING, VECTORS],
  run: ({ lists }) => lists.filter(({ list }) => list !== 'kv').flatMap((compared) => countFact(compared) ?? []),
};
