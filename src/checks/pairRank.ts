/**
 * @file One rank as checks between nodes see it: its registration, and what of its pools is known.
 */
import type { KvArgs } from '../kvargs/kvArgs.ts';
import type { Rank } from '../kvargs/rank.ts';

/** One rank's registration, and what of its pools is known. */
export interface PairRank {
  readonly kvArgs: KvArgs;
  /** What a tensor holds, such as `target c4 layer 4`; null where the dump names no tensors. */
  contentOf(tensor: string): string | null;
  /** Request slots that the target pool has rings for; null = unknown, or no ring. */
  readonly slots: number | null;
  /** Page ids of the SWA pool, page 0 included; null = unknown. */
  readonly swaPages: number | null;
}

/** A prefill rank and the decode rank that it writes into. */
export interface Route {
  readonly prefill: PairRank;
  readonly decode: PairRank;
}

/** A rank that was built here, for comparing. */
export function pairRank(rank: Rank): PairRank {
  const contents = new Map(
    rank.pools.flatMap((pool) =>
      pool.tensors.map(({ name, owner, role, layer }) => {
        const content = layer < 0 ? `${owner} ${role}` : `${owner} ${role} layer ${layer}`;
        return [name, owner === 'metadata' ? name : content] as const;
      }),
    ),
  );
  const target = rank.target.kind === 'dsv4' ? rank.target : null;
  return {
    kvArgs: rank.kvArgs,
    contentOf: (tensor) => contents.get(tensor) ?? null,
    slots: target?.geometry.numReqSlots ?? null,
    swaPages: target === null || target.args.pageSize === 0 ? null : Math.floor(target.args.swaSize / target.args.pageSize) + 1,
  };
}

/** A rank known by its dump alone. */
export function dumpedRank(kvArgs: KvArgs): PairRank {
  return { kvArgs, contentOf: () => null, slots: null, swaPages: null };
}
