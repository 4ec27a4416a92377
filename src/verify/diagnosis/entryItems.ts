/** @file The entries of a hand-off as pairs of items: what address arithmetic is tried out on. */
import type { Area } from '../areas.ts';
import type { Holders } from './holders.ts';
import type { SceneRank } from './scene.ts';

/** One item on both sides; bytes from the entries' starts. */
export interface ItemPair {
  readonly source: number;
  readonly target: number;
}

/** One entry: an area of decode and its twin on a sender. */
export interface EntryItems {
  readonly rank: SceneRank;
  readonly sender: SceneRank;
  readonly area: Area;
  /** Where the entries start in the ranks' address spaces. */
  readonly sourceBase: number;
  readonly targetBase: number;
  /** From an entry's start back to its tensor's: 0, or negative where something else comes first in the tensor. */
  readonly sourceHead: number;
  readonly targetHead: number;
  readonly unitBytes: number;
  /** Every unit that decode needs and a request holds on both sides. */
  readonly pairs: readonly ItemPair[];
}

/** Builds entries when they are first asked for. */
export class Entries {
  readonly #holders: { readonly prefill: Holders; readonly decode: Holders };
  readonly #known = new Map<Area, Map<SceneRank, EntryItems | null>>();

  constructor(holders: { readonly prefill: Holders; readonly decode: Holders }) {
    this.#holders = holders;
  }

  /** All entries between two ranks that hold anything. */
  between(rank: SceneRank, sender: SceneRank): readonly EntryItems[] {
    return rank.areas.flatMap((area) => this.of(rank, area, sender) ?? []);
  }

  /** One entry; null where the sender has no such area, or no request holds anything in both. */
  of(rank: SceneRank, area: Area, sender: SceneRank): EntryItems | null {
    const bySender = this.#known.get(area) ?? new Map<SceneRank, EntryItems | null>();
    this.#known.set(area, bySender);
    const known = bySender.get(sender);
    if (known !== undefined) return known;
    const made = this.#make(rank, area, sender);
    bySender.set(sender, made);
    return made;
  }

  #make(rank: SceneRank, area: Area, sender: SceneRank): EntryItems | null {
    const twin = sender.areas.find((other) => isTwin(area, other));
    if (twin === undefined || area.tensor === null || twin.tensor === null) return null;
    const sources = new Map<string, number>();
    for (const { request, unit, offset } of this.#holders.prefill.holdingsIn(sender, twin))
      sources.set(`${request}/${unit.fromPosition}`, offset - twin.offset);
    const pairs = this.#holders.decode.neededIn(rank, area).flatMap(({ request, unit, offset }): ItemPair[] => {
      const source = sources.get(`${request}/${unit.fromPosition}`);
      return source === undefined ? [] : [{ source, target: offset - area.offset }];
    });
    if (pairs.length === 0) return null;
    return {
      rank,
      sender,
      area,
      sourceBase: twin.offset,
      targetBase: area.offset,
      sourceHead: sender.space.offsetOf(twin.tensor) - twin.offset,
      targetHead: rank.space.offsetOf(area.tensor) - area.offset,
      unitBytes: this.#holders.decode.unitBytes(rank, area),
      pairs,
    };
  }
}

function isTwin(a: Area, b: Area): boolean {
  return (
    a.owner === b.owner &&
    a.family === b.family &&
    a.layer === b.layer &&
    a.tensor?.role === b.tensor?.role &&
    (a.layer >= 0 || a.tensor?.name === b.tensor?.name)
  );
}
