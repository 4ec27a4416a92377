/** @file The form of a check of one rank's registration by itself, and how its entries are named. */
import type { KvArgs, KvEntry } from '../../kvargs/kvArgs.ts';
import type { CatalogueEntry, Values } from '../entry.ts';

/** What a registration is held against beside itself. */
export interface RegistrationLimits {
  /** The largest region that can be registered in one piece. */
  readonly mostRegionBytes: number;
}

/** A fact about one rank. */
export interface RegistrationFact {
  readonly values: Values;
  /** The rank's value of what was compared, as printed. */
  readonly shown: string;
}

/** A check of one registration, as every dump can be held to. */
export interface RegistrationCheck extends CatalogueEntry {
  readonly examine: (kvArgs: KvArgs, limits: RegistrationLimits) => readonly RegistrationFact[];
}

/** One list of a registration. */
export interface RegisteredList {
  /** `kv`, `state[0]`, `aux`. */
  readonly name: string;
  /** State type; null for KV and metadata. */
  readonly type: string | null;
  readonly entries: readonly KvEntry[];
}

/** An entry with its place. */
export interface PlacedEntry {
  readonly entry: KvEntry;
  /** `kv[3]`, or `kv[3] (target/c4/2)` where tensors have names. */
  readonly place: string;
}

/** All lists, in the order of registration. */
export function registeredLists({ kv, state, aux }: KvArgs): readonly RegisteredList[] {
  return [
    { name: 'kv', type: null, entries: kv },
    ...state.map(({ type, entries }, position) => ({ name: `state[${position}]`, type, entries })),
    { name: 'aux', type: null, entries: aux },
  ];
}

const PLACED = new WeakMap<KvArgs, readonly PlacedEntry[]>();

/** All entries that have bytes, in the order of registration; made once, since most checks walk them. */
export function placedEntries(kvArgs: KvArgs): readonly PlacedEntry[] {
  const known = PLACED.get(kvArgs);
  if (known !== undefined) return known;
  const placed = registeredLists(kvArgs).flatMap(({ name, entries }) =>
    entries.flatMap((entry, i) => (entry.lengthBytes === 0 ? [] : [{ entry, place: placeOf(name, i, entry) }])),
  );
  PLACED.set(kvArgs, placed);
  return placed;
}

/** An entry's place in its list. */
export function placeOf(list: string, index: number, { tensor }: KvEntry): string {
  const place = `${list}[${index}]`;
  return tensor === place ? place : `${place} (${tensor})`;
}

/** The first address behind an entry. */
export function endOf({ address, lengthBytes }: KvEntry): bigint {
  return address + BigInt(lengthBytes);
}

/** When such things would show: nobody looks at them. */
export const UNCHECKED = 'never at registration; when an index reaches the place, in prefill’s transfer worker or in decode’s memory';
