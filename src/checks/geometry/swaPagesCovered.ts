/** @file SWA pages without compression state or draft window. */
import { formatInteger } from '../../core/units.ts';
import type { KvEntry } from '../../kvargs/kvArgs.ts';
import { numberOf } from '../entry.ts';
import { NEVER } from '../moments.ts';
import type { PairNode } from '../nodePair.ts';
import { bothNodes, type Fact, nodeFact, type PairCheck } from '../pairCheck.ts';
import type { PairRank } from '../pairRank.ts';
import { POOL, WORKED_OUT } from '../sources.ts';

/** `swa-pages-not-covered`: everything in a component of type SWA is addressed by SWA page id, so all of it must reach as far as the SWA pool does. */
export const swaPagesCovered: PairCheck = {
  id: 'swa-pages-not-covered',
  title: 'Every SWA page has its compression state and its draft page',
  moment: { ...NEVER, node: 'both' },
  said: null,
  words: '{entries} entries of {component}, {first} the first, hold {items} items, and SWA page ids go up to {last}',
  engine: 'silent',
  severity: 'error',
  compared:
    'on each rank, the whole items of every entry that is addressed by SWA page (C4 states, the draft) against the pages of the SWA pool. More is fine: the server derives twice as many C4 rings as can be reached.',
  meaning: 'One list of SWA page ids moves SWA layers, C4 states and the draft. An entry with fewer items than there are pages is addressed past its end.',
  consequence: (values) => {
    const [items, last, item] = [numberOf(values, 'items'), numberOf(values, 'last'), numberOf(values, 'itemBytes')];
    if (items === null || last === null) return 'Pages with high ids read and write past the end of these entries, in whatever tensor lies behind.';
    const where = item === null ? '' : `: page ${last} lies ${formatInteger((last + 1 - items) * item)} B past the end of its entry`;
    return `Pages ${items}..${last} read and write past the end of these entries, in whatever tensor lies behind${where}.`;
  },
  mend: () => 'On this node, size C4 state and draft for the whole SWA pool, or lower --swa-full-tokens-ratio.',
  example: { component: 'component 0 (swa)', entries: '42', first: 'target/attn_state/2', items: '13', last: '26', itemBytes: '131072' },
  situations: [
    'A C4 state pool sized for fewer SWA tokens than the SWA pool has.',
    'A draft pool with SWA tokens of its own, shared allocator notwithstanding.',
  ],
  related: ['slots-not-covered', 'swa-ring-geometry', 'paged-swa-geometry'],
  sources: [POOL, WORKED_OUT],
  run: (pair) => bothNodes(pair).flatMap((node) => node.ranks.flatMap((rank) => rankFacts(node, rank))),
};

function rankFacts(node: PairNode, rank: PairRank): Fact[] {
  const { indexing } = node;
  // Where C4 state goes by slot, the component is not addressed by page.
  if (indexing !== null && indexing.mode === 'unified' && indexing.c4StateIndex === 'slot') return [];
  const { state } = rank.kvArgs;
  const pages = rank.swaPages ?? dumpedPages(rank);
  if (pages === null) return [];
  return state.flatMap(({ type, entries }, position) => {
    const short = type === 'swa' ? entries.filter((entry) => itemsOf(entry) < pages) : [];
    const [first] = short;
    if (first === undefined) return [];
    const items = String(itemsOf(first));
    const component = `component ${position} (${type})`;
    const values = { component, entries: String(short.length), first: first.tensor, items, last: String(pages - 1), itemBytes: String(first.itemBytes) };
    return [nodeFact(node, values, `${items} items, ${pages} pages`)];
  });
}

function itemsOf({ lengthBytes, itemBytes }: KvEntry): number {
  return itemBytes === 0 ? 0 : Math.floor(lengthBytes / itemBytes);
}

/** In a dump of paged pools the first entry of the first component is an SWA layer; a unified one lists none. */
function dumpedPages({ kvArgs: { state } }: PairRank): number | null {
  const [first] = state;
  const [layer] = first?.entries ?? [];
  return first?.type !== 'swa' || layer === undefined || state.some(({ type }) => type === 'swa_ring') ? null : itemsOf(layer);
}
