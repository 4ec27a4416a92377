/**
 * @file A node's compatibility: the factors on which the comparison between nodes turns, as text, and one hash over them. Sizes of pools, slots, tensor-parallel ranks and the
 * number of draft tokens are not among them: they may differ.
 */
import { canonicalJson, sha256 } from '../core/canonicalHash.ts';
import type { KvEntry } from '../kvargs/kvArgs.ts';
import { kvEntryCount } from '../plan/ppSlice.ts';
import type { PairNode } from './nodePair.ts';
import type { PairRank } from './pairRank.ts';

/** One thing that must be equal on both nodes. */
export interface CompatibilityFactor {
  readonly name: string;
  readonly value: string;
}

/** A node's factors and their hash. */
export interface Compatibility {
  /** SHA-256 (hex, first 16 digits) over the factors; null where the node did not start or is not known by name. */
  readonly hash: string | null;
  readonly factors: readonly CompatibilityFactor[];
}

/** Version of the list of factors, part of the hash: raised when factors come or go, so that hashes of two versions never meet by chance. */
const FACTORS_VERSION = 1;
const HASH_DIGITS = 16;

/** The factors of a node. Pipeline stages are put together, so that a prefill of four stages has those of a decode of one. */
export function compatibility({ engine, model, ranks, indexing }: PairNode): Compatibility {
  if (engine === null || model === null || ranks.length === 0) return { hash: null, factors: [] };
  const lists = [{ name: 'KV entries', of: (rank: PairRank) => rank.kvArgs.kv }, ...componentLists(ranks)];
  const factors: CompatibilityFactor[] = [
    { name: 'page size', value: String(engine.pageSizeTokens) },
    { name: 'KV dtype', value: engine.kvDtype },
    { name: 'transfer backend', value: engine.backend === 'mooncake-old' ? 'mooncake' : engine.backend },
    ...lists.map(({ name, of }) => ({ name, value: entriesText(ranks, of) })),
    { name: 'metadata rows', value: ranks[0]?.kvArgs.aux.map(({ itemBytes }) => itemBytes).join(' ') ?? '' },
  ];
  if (indexing !== null) {
    factors.push({ name: 'window', value: String(indexing.windowTokens) });
    if (indexing.mode === 'unified') factors.push({ name: 'C4 state index', value: indexing.c4StateIndex });
    if (indexing.c4State !== null) factors.push({ name: 'C4 state rows', value: `${indexing.c4State.ringRows} of ${indexing.c4State.dtype}` });
  }
  // Mori wants as many components on every stage as on decode; the others pass over what a stage lacks.
  if (engine.backend === 'mori')
    factors.push({ name: 'components a stage', value: [...new Set(ranks.map(({ kvArgs }) => kvArgs.state.length))].toSorted((a, b) => a - b).join(', ') });
  if (model.kind === 'dsv4' && !canBeSliced(engine.target.compressRatios ?? model.compressRatios, ranks)) {
    factors.push({ name: 'pipeline stages', value: String(engine.grid.pp) });
  }
  return { hash: sha256(canonicalJson([FACTORS_VERSION, factors])).slice(0, HASH_DIGITS), factors };
}

/** Whether a prefill of several stages can hand over to a decode of one: slicing knows one layout of the KV list. Where it cannot, both need the same number of stages. */
function canBeSliced(ratios: readonly number[], ranks: readonly PairRank[]): boolean {
  const entries = new Set(ranks.flatMap((rank) => rank.kvArgs.kv.map(({ tensor }) => rank.contentOf(tensor) ?? tensor)));
  return entries.size === kvEntryCount(ratios);
}

/** One list for each position; its name carries every type that stands there on some stage. */
function componentLists(ranks: readonly PairRank[]) {
  const positions = Math.max(...ranks.map(({ kvArgs }) => kvArgs.state.length));
  return Array.from({ length: positions }, (_, position) => {
    const types = new Set(ranks.flatMap(({ kvArgs }) => kvArgs.state[position]?.type ?? []));
    return { name: `component ${position} (${[...types].join(', ')})`, of: (rank: PairRank) => rank.kvArgs.state[position]?.entries ?? [] };
  });
}

/** `target c4 layers 2, 4: 37440 B; ...`, in registration order, each content once whatever the ranks that hold it. */
function entriesText(ranks: readonly PairRank[], of: (rank: PairRank) => readonly KvEntry[]): string {
  const groups = new Map<string, Set<number>>();
  for (const rank of ranks) {
    for (const entry of of(rank)) {
      const [kind = entry.tensor, layer = '0'] = (rank.contentOf(entry.tensor) ?? entry.tensor).split(' layer ');
      const key = `${kind}: ${entry.itemBytes} B`;
      groups.set(key, (groups.get(key) ?? new Set()).add(Number(layer)));
    }
  }
  return [...groups].map(([key, layers]) => `${key}, layers ${[...layers].toSorted((a, b) => a - b).join(' ')}`).join('; ');
}
