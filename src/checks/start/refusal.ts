/**
 * @file The form of the engine's own start-up checks of target against draft, which `kvargs/components.ts` makes: the entry, and how both pools' values print.
 */
import { type PyValue, pyText, pyTuple } from '../../core/python.ts';
import type { DescribedPool } from '../../kvargs/components.ts';
import type { CatalogueEntry } from '../entry.ts';

/** The two pools of one node, as registration sees them. */
export interface PoolPair {
  readonly target: DescribedPool<unknown>;
  readonly draft: DescribedPool<unknown>;
}

/** Catalogue entry of one refusal. */
export interface RefusalCheck extends CatalogueEntry {
  /** What each pool's compared values are, as Python prints them. */
  readonly values: (pair: PoolPair) => { readonly target: string; readonly draft: string };
}

/** A value as Python prints it; `missing` for an attribute that does not exist. */
export function shown(value: PyValue | undefined): string {
  return value === undefined ? 'missing' : pyText(value);
}

/** A tuple of attributes as Python prints it; attributes that do not exist read `missing`. */
export function shownTuple(values: readonly (PyValue | undefined)[]): string {
  const present = values.filter((value) => value !== undefined);
  return present.length === values.length ? pyTuple(present) : `(${values.map(shown).join(', ')})`;
}

/** The ids of the five, for the entries' related lists. */
export const REFUSAL_IDS = ['draft-swa-only', 'unified-mode', 'swa-ring-geometry', 'swa-mapping-identity', 'paged-swa-geometry'] as const;

/** The other four of the five. */
export function otherRefusals(id: (typeof REFUSAL_IDS)[number]): readonly string[] {
  return REFUSAL_IDS.filter((other) => other !== id);
}
