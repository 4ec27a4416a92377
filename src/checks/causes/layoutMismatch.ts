/** @file Cause: layers lie differently on the two nodes. */
import { WORKED_OUT } from '../sources.ts';
import { cause } from './cause.ts';

/** `layout-mismatch`: of a setting that SGLang does not have. */
export const layoutMismatch = cause({
  id: 'layout-mismatch',
  title: 'Both nodes lay their layers out alike',
  setting: 'layout',
  words: 'the layout is {prefill} on prefill and {decode} on decode',
  compared:
    "the scenario's layout of the two nodes: layer-first (the engine's, a tensor a layer), page-first or request-packed (one item holds all layers of a page).",
  meaning:
    'SGLang has layer-first only; the two others are here to be measured. A page-first list has one entry, whose item is as long as those of all layers together.',
  consequence: ({ prefill }) =>
    prefill === 'layer-first'
      ? 'Prefill has an entry a layer and decode has one in all: entries beyond the first have no counterpart, and the first is written with the length of one layer.'
      : 'Prefill has one entry and decode has one a layer: all layers of a page are written over the first layer, past the ends of its pages.',
  mend: () => 'Give both nodes one layout; layer-first is what the engine does.',
  example: { prefill: 'page-first', decode: 'layer-first' },
  situations: ['A scenario that sets layout on one node only.'],
  related: ['kv-entry-count', 'kv-item-length', 'state-entry-count', 'state-item-length'],
  sources: [WORKED_OUT],
  show: ({ engine }) => engine.layout,
});
