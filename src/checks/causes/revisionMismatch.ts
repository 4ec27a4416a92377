/** @file Cause: versions of the engine that lay something out differently. */
import { POOL, VECTORS } from '../sources.ts';
import { cause } from './cause.ts';

/** `revision-mismatch`: only where what these nodes use differs between the versions. */
export const revisionMismatch = cause({
  id: 'revision-mismatch',
  title: 'Both nodes run versions that lay these pools out alike',
  setting: 'revision',
  words: 'prefill runs the engine of {prefill}, decode that of {decode}',
  compared:
    'the versions, where it matters: C4 state of unified pools, fp4 indexers of unified pools, the trtllm backend, head dims of the indexer other than 128. For the rest August and September 2026 agree.',
  meaning: 'Nothing in the handshake says which version a node runs. Most changes do not touch what is registered; these do.',
  consequence: () =>
    'The two versions size, order or address these entries differently, so that bytes land where the other version keeps something else. What differs is in the findings that follow from this one.',
  mend: () => 'Run one version of the engine on both nodes; upgrade both before traffic is let through.',
  example: { prefill: '2026-08', decode: '2026-09' },
  situations: ['A rolling upgrade.', 'Two container images with the same tag, pulled on different days.'],
  related: ['c4-state-indexing', 'kv-entry-count', 'kv-item-length'],
  sources: [POOL, VECTORS],
  show: ({ engine }) => engine.revision,
});
