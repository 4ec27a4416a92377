/**
 * @file The form of the engine's own start-up checks of target against draft.
 */
import { type PyValue, pyText, pyTuple } from '../core/python.ts';
import type { DescribedPool } from '../kvargs/components.ts';

/** The two pools of one node, as registration sees them. */
export interface PoolPair {
  readonly target: DescribedPool<unknown>;
  readonly draft: DescribedPool<unknown>;
}

/** Catalogue entry of one refusal. The engine makes all five itself; texts that name values are composed from the pools at hand. */
export interface RefusalCheck {
  readonly id: string;
  readonly title: string;
  /** When the engine makes it, and where. */
  readonly runs: string;
  /** The exact words; `{target}` and `{draft}` stand for printed values. */
  readonly words: string;
  /** What each pool's compared values are, as Python prints them. */
  readonly values: (pair: PoolPair) => { readonly target: string; readonly draft: string };
  /** What would follow without it. */
  readonly consequence: (pair: PoolPair) => string;
  /** The smallest change, on the node that refuses. */
  readonly mend: (pair: PoolPair) => string;
  /** Where the rule was read. */
  readonly sources: readonly string[];
}

/** One moment for all five. */
export const AT_STATE_SETUP = 'at start-up of each node by itself, in setup_state_kv_args, after the target has registered and before any request';

/** Where all five were read. */
export const STATE_SETUP_SOURCE = 'sgl-project/sglang python/sglang/srt/disaggregation/utils.py, setup_state_kv_args, 2026-08-22 (d315eb725044)';

/** A value as Python prints it; `missing` for an attribute that does not exist. */
export function shown(value: PyValue | undefined): string {
  return value === undefined ? 'missing' : pyText(value);
}

/** A tuple of attributes as Python prints it; attributes that do not exist read `missing`. */
export function shownTuple(values: readonly (PyValue | undefined)[]): string {
  const present = values.filter((value) => value !== undefined);
  return present.length === values.length ? pyTuple(present) : `(${values.map(shown).join(', ')})`;
}
