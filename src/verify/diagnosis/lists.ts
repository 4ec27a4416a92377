/** @file The lists that areas are registered and sent by: what is wrong with one is wrong with all of its entries. */
import type { Area, AreaFamily } from '../areas.ts';

/** Families that travel by one index list, by the name of the list. */
const LIST_OF: Readonly<Partial<Record<AreaFamily, string>>> = {
  c4_kv: 'kv',
  c4_indexer: 'kv',
  c128_kv: 'kv',
  plain: 'kv',
  swa: 'swa',
  c4_state: 'swa',
  c4_indexer_state: 'swa',
};

/** `target/swa`, `draft/swa`, `target/kv`: the list that an area is reached by. */
export function listOf({ owner, family }: Pick<Area, 'owner' | 'family'>): string {
  return `${owner}/${LIST_OF[family] ?? family}`;
}
