/**
 * @file `KvArgs` as JSON under the engine's field names, and back. Addresses are strings, `"0x…"`: JSON numbers end at 2^53.
 */
import { SimError } from '../core/errors.ts';
import { hexAddress } from '../memory/addressSpace.ts';
import type { StateComponent, StateType } from './components.ts';
import type { KvArgs, KvEntry } from './kvArgs.ts';

/** One rank's dump. Lists of one prefix are parallel; `state_*` are lists of lists, one for each component. `*_tensors` are ours: the engine keeps no names. */
export interface KvArgsDump {
  readonly engine_rank: number;
  readonly pp_rank: number;
  readonly page_size: number;
  readonly kv_cache_dtype_str: string;
  readonly prefill_start_layer: number | null;
  readonly prefill_end_layer: number | null;
  readonly mla_compression_ratios: readonly number[] | null;
  readonly is_hybrid_mla_backend: false;
  readonly num_draft_entries: number;
  readonly kv_tensors: readonly string[];
  readonly kv_data_ptrs: readonly string[];
  readonly kv_data_lens: readonly number[];
  readonly kv_item_lens: readonly number[];
  readonly kv_layer_ids: readonly number[];
  readonly aux_tensors: readonly string[];
  readonly aux_data_ptrs: readonly string[];
  readonly aux_data_lens: readonly number[];
  readonly aux_item_lens: readonly number[];
  readonly state_types: readonly StateType[];
  readonly state_tensors: readonly (readonly string[])[];
  readonly state_data_ptrs: readonly (readonly string[])[];
  readonly state_data_lens: readonly (readonly number[])[];
  readonly state_item_lens: readonly (readonly number[])[];
  readonly state_layer_ids: readonly (readonly number[])[];
  readonly state_dim_per_tensor: readonly (readonly number[])[];
}

/** Serialises. The lists that serve other models (layer ids, slice dims) are empty for these pools, one for each component. */
export function dumpKvArgs(args: KvArgs): KvArgsDump {
  const perComponent = <T>(of: (entry: KvEntry) => T) => args.state.map(({ entries }) => entries.map(of));
  return {
    engine_rank: args.engineRank,
    pp_rank: args.ppRank,
    page_size: args.pageSizeTokens,
    kv_cache_dtype_str: args.kvCacheDtype,
    prefill_start_layer: args.prefillStartLayer,
    prefill_end_layer: args.prefillEndLayer,
    mla_compression_ratios: args.compressRatios,
    is_hybrid_mla_backend: false,
    num_draft_entries: args.draftEntries,
    kv_tensors: args.kv.map(tensorOf),
    kv_data_ptrs: args.kv.map(pointerOf),
    kv_data_lens: args.kv.map(lengthOf),
    kv_item_lens: args.kv.map(itemOf),
    kv_layer_ids: [],
    aux_tensors: args.aux.map(tensorOf),
    aux_data_ptrs: args.aux.map(pointerOf),
    aux_data_lens: args.aux.map(lengthOf),
    aux_item_lens: args.aux.map(itemOf),
    state_types: args.state.map(({ type }) => type),
    state_tensors: perComponent(tensorOf),
    state_data_ptrs: perComponent(pointerOf),
    state_data_lens: perComponent(lengthOf),
    state_item_lens: perComponent(itemOf),
    state_layer_ids: args.state.map(() => []),
    state_dim_per_tensor: args.state.map(() => []),
  };
}

const tensorOf = (entry: KvEntry) => entry.tensor;
const pointerOf = (entry: KvEntry) => hexAddress(entry.address);
const lengthOf = (entry: KvEntry) => entry.lengthBytes;
const itemOf = (entry: KvEntry) => entry.itemBytes;

/**
 * Reads a dump, ours or one written by the engine itself: names and the newer fields may be missing, addresses may be numbers where those are exact.
 * @throws SimError(bad-input) with the path of the field
 */
export function parseKvArgs(dump: unknown): KvArgs {
  if (typeof dump !== 'object' || dump === null || Array.isArray(dump)) throw bad('', 'a kv_args dump is an object', dump);
  const fields = dump as Readonly<Record<string, unknown>>;
  const layerOrNull = (name: string) => optional(fields[name], (value) => wholeNumber(value, name));
  return {
    engineRank: wholeNumber(fields.engine_rank, 'engine_rank'),
    ppRank: optional(fields.pp_rank, (value) => wholeNumber(value, 'pp_rank')) ?? 0,
    pageSizeTokens: wholeNumber(fields.page_size, 'page_size'),
    kvCacheDtype: optional(fields.kv_cache_dtype_str, (value) => text(value, 'kv_cache_dtype_str')) ?? '',
    prefillStartLayer: layerOrNull('prefill_start_layer'),
    prefillEndLayer: layerOrNull('prefill_end_layer'),
    compressRatios: optional(fields.mla_compression_ratios, (value) => listOf(value, 'mla_compression_ratios', wholeNumber)),
    draftEntries: optional(fields.num_draft_entries, (value) => wholeNumber(value, 'num_draft_entries')) ?? 0,
    kv: parseEntries(fields, 'kv'),
    aux: parseEntries(fields, 'aux'),
    state: parseComponents(fields),
  };
}

function parseEntries(fields: Readonly<Record<string, unknown>>, prefix: 'kv' | 'aux'): readonly KvEntry[] {
  const pointers = `${prefix}_data_ptrs`;
  return zipEntries(
    { name: pointers, values: listOf(fields[pointers], pointers, pointer) },
    { name: `${prefix}_data_lens`, values: listOf(fields[`${prefix}_data_lens`], `${prefix}_data_lens`, wholeNumber) },
    { name: `${prefix}_item_lens`, values: listOf(fields[`${prefix}_item_lens`], `${prefix}_item_lens`, wholeNumber) },
    optional(fields[`${prefix}_tensors`], (value) => listOf(value, `${prefix}_tensors`, text)),
    prefix,
  );
}

function parseComponents(fields: Readonly<Record<string, unknown>>): readonly StateComponent<KvEntry>[] {
  const types = listOf(fields.state_types, 'state_types', stateType);
  const lists = <T>(name: string, read: (value: unknown, path: string) => T) => {
    const outer = listOf(fields[name], name, (value, path) => listOf(value, path, read));
    if (outer.length !== types.length) throw mismatch(name, outer.length, 'state_types', types.length);
    return outer;
  };
  const pointers = lists('state_data_ptrs', pointer);
  const lengths = lists('state_data_lens', wholeNumber);
  const items = lists('state_item_lens', wholeNumber);
  const names = optional(fields.state_tensors, () => lists('state_tensors', text));
  return types.map((type, i) => ({
    type,
    entries: zipEntries(
      { name: `state_data_ptrs[${i}]`, values: pointers[i] ?? [] },
      { name: `state_data_lens[${i}]`, values: lengths[i] ?? [] },
      { name: `state_item_lens[${i}]`, values: items[i] ?? [] },
      names?.[i] ?? null,
      `state[${i}]`,
    ),
  }));
}

interface NamedList<T> {
  readonly name: string;
  readonly values: readonly T[];
}

function zipEntries(
  pointers: NamedList<bigint>,
  lengths: NamedList<number>,
  items: NamedList<number>,
  names: readonly string[] | null,
  label: string,
): readonly KvEntry[] {
  for (const list of [lengths, items]) {
    if (list.values.length !== pointers.values.length) throw mismatch(list.name, list.values.length, pointers.name, pointers.values.length);
  }
  return pointers.values.map((address, i) => ({
    tensor: names?.[i] ?? `${label}[${i}]`,
    address,
    lengthBytes: lengths.values[i] ?? 0,
    itemBytes: items.values[i] ?? 0,
  }));
}

function optional<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === undefined || value === null ? null : read(value);
}

function listOf<T>(value: unknown, path: string, read: (value: unknown, path: string) => T): readonly T[] {
  if (!Array.isArray(value)) throw bad(path, 'a list is expected', value);
  return value.map((element, i) => read(element, `${path}[${i}]`));
}

function wholeNumber(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw bad(path, 'a whole number of 0 or more, below 2^53, is expected', value);
  return value;
}

function text(value: unknown, path: string): string {
  if (typeof value !== 'string') throw bad(path, 'a text is expected', value);
  return value;
}

function stateType(value: unknown, path: string): StateType {
  if (value === 'swa' || value === 'swa_ring' || value === 'c128_state') return value;
  throw bad(path, 'a state type (swa, swa_ring, c128_state) is expected', value);
}

/** `"0x…"`, decimal text, or a number that is exact. */
function pointer(value: unknown, path: string): bigint {
  if (typeof value === 'string' && /^(0x[0-9a-f]+|[0-9]+)$/i.test(value)) {
    const address = BigInt(value);
    if (address < 1n << 64n) return address;
  }
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  throw bad(path, 'an address is expected, "0x…" below 2^64 (a number only below 2^53)', value);
}

function mismatch(name: string, count: number, other: string, otherCount: number): SimError {
  return new SimError('bad-input', {
    what: `${name} and ${other} differ in length`,
    values: { [name]: count, [other]: otherCount },
    where: { path: name },
    mend: 'Give every entry its address, length and item length.',
  });
}

function bad(path: string, what: string, value: unknown): SimError {
  const shown = value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value));
  return new SimError('bad-input', { what, values: { got: shown.length > 60 ? `${shown.slice(0, 60)}…` : shown }, where: { path } });
}
