/**
 * @file What a rank registers with the transfer engine (`KVArgs`): KV entries, state components and metadata buffers, each entry an absolute address,
 * a length and an item length.
 */
import type { AddressSpace } from '../memory/addressSpace.ts';
import type { RegionSpec } from '../pools/pool.ts';
import type { StateComponent } from './components.ts';

/** One registered region: index i stands for bytes [address + i*itemBytes, +itemBytes). */
export interface KvEntry {
  /** Tensor that it lies in, or where it stands in the list (`kv[3]`) when a dump names no tensors. */
  readonly tensor: string;
  readonly address: bigint;
  /** Need not be a multiple of `itemBytes`. */
  readonly lengthBytes: number;
  readonly itemBytes: number;
}

/** One rank's registration. */
export interface KvArgs {
  /** Tensor-parallel rank inside its attention group. */
  readonly engineRank: number;
  readonly ppRank: number;
  /** `--page-size`, tokens. */
  readonly pageSizeTokens: number;
  /** `--kv-cache-dtype` as text; the handshake compares the strings. */
  readonly kvCacheDtype: string;
  /** Absolute layer range of a prefill stage, end exclusive; null on decode. */
  readonly prefillStartLayer: number | null;
  readonly prefillEndLayer: number | null;
  /** The full model's ratios on a DeepSeek-V4 prefill rank, else null. */
  readonly compressRatios: readonly number[] | null;
  /** Target's entries, then the draft's; item = one full page. */
  readonly kv: readonly KvEntry[];
  /** How many of `kv`, at its end, are the draft's. */
  readonly draftEntries: number;
  /** Item = one row. */
  readonly aux: readonly KvEntry[];
  readonly state: readonly StateComponent<KvEntry>[];
}

/** A region at its absolute address. @throws SimError(address) for a tensor of another rank */
export function entryAt(space: AddressSpace, region: RegionSpec): KvEntry {
  return {
    tensor: region.tensor.name,
    address: space.base + BigInt(space.offsetOf(region.tensor) + region.byteOffset),
    lengthBytes: region.lengthBytes,
    itemBytes: region.itemBytes,
  };
}
