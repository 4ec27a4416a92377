/** @file Number of KV entries. */
import type { PairCheck } from '../pairCheck.ts';
import { MOONCAKE, PAIRING, VECTORS } from '../sources.ts';
import { countConsequence, countFact } from './entryCounts.ts';

/** `kv-entry-count`: unequal lists go through pipeline slicing, which takes a length it does not know for a state list. */
export const kvEntryCount: PairCheck = {
  id: 'kv-entry-count',
  title: 'Every KV entry of decode has its sender',
  moment: { node: 'prefill', at: "in prefill's transfer worker with the first pages, or never (Mooncake); NIXL refuses a decode with fewer entries" },
  said: null,
  words: 'the KV list has {prefill} entries on prefill and {decode} on decode; {unwritten} of decode are never written',
  engine: 'silent',
  severity: 'error',
  compared:
    "number of KV entries (all C4 KV, all C4 indexers, all C128 KV; then the draft's, of which there are none). With pipeline stages, the slices of all stages together against decode's list.",
  meaning:
    'Lists of equal length pair one to one. Others are taken for the lists of a pipeline stage: a decode list of 2*c4 + c128 entries is cut by ratio; any other length is read as SWA layers, C4 states, indexer states, so that a KV list of such a length is cut as if it were state.',
  consequence: countConsequence,
  mend: () => 'Load the same model on both nodes (compress_ratios), in the same pool mode, with the fp4 indexer on both or on neither.',
  example: { list: 'KV list', prefill: '6', decode: '8', unwritten: '2', first: 'target/indexer_scale/1' },
  situations: [
    'fp4 indexers of the unified pool from 2026-09 (two entries a C4 layer) on one node only.',
    'Two model configs whose ratio lists differ.',
    'A draft with compressed layers on one node.',
  ],
  related: ['state-entry-count', 'entry-content', 'pp-list-length', 'nixl-fewer-regions', 'compress-ratios-mismatch'],
  sources: [MOONCAKE, PAIRING, VECTORS],
  run: ({ lists }) => lists.filter(({ list }) => list === 'kv').flatMap((compared) => countFact(compared) ?? []),
};
