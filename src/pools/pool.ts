/**
 * @file What a pool is to the rest of the program: tensors, the lists it registers, and where a request's data lies in it.
 */

/** Which pool of a rank a tensor belongs to. */
export type PoolOwner = 'target' | 'draft' | 'metadata';

/** What a tensor holds; the same words as in the golden vectors' buffer names. */
export type TensorRole =
  | 'swa'
  | 'unified'
  | 'unified_rope'
  | 'c4'
  | 'c128'
  | 'indexer'
  | 'indexer_payload'
  | 'indexer_scale'
  | 'attn_state'
  | 'indexer_state'
  | 'aux'
  | 'plain'
  /** All layers of a page, row or slot in one item (page-first layouts, which are not the engine's). */
  | 'kv_pages'
  | 'state_pages'
  | 'ring_rows'
  | 'request_states';

/** One allocation, before it has an address. */
export interface TensorSpec {
  /** Unique in its rank, such as `target/swa/0` (naming of the golden vectors). */
  readonly name: string;
  readonly owner: PoolOwner;
  readonly role: TensorRole;
  /** Absolute layer number; -1 for metadata, and for tensors that hold all layers. */
  readonly layer: number;
  readonly dtype: string;
  readonly elementBytes: number;
  /** Rows by columns; one row of a packed pool is a page. */
  readonly shape: readonly number[];
  readonly bytes: number;
}

/** One entry of a registration list: index i stands for bytes [byteOffset + i*itemBytes, +itemBytes) of the tensor. */
export interface RegionSpec {
  readonly tensor: TensorSpec;
  readonly byteOffset: number;
  /** Registered length; need not be a multiple of `itemBytes`. */
  readonly lengthBytes: number;
  readonly itemBytes: number;
}

/** The four lists that the engine's pool accessors return, in the vectors' spelling. */
export type PoolListName = 'contiguous' | 'state' | 'swaRing' | 'requestState';

/** Where one request sits on one node; page tables are by logical page of the request. */
export interface Placement {
  readonly slot: number;
  /** Tokens of a page of these tables: the allocator's, which all pools of the node share. A pool's own pages may be cut otherwise. */
  readonly pageTokens: number;
  /** Full-pool page id of each logical page (length = ceil(tokens / page size)). */
  readonly fullPages: readonly number[];
  /** SWA page id of each logical page; 0 = unmapped (evicted or never allocated). */
  readonly swaPages: readonly number[];
  /** Row of the metadata buffers. */
  readonly metadataRow: number;
}

/** What moves as a whole and holds the data of token positions [fromPosition, toPosition) of a request. */
export interface LaneUnit {
  readonly tensor: TensorSpec;
  readonly byteOffset: number;
  readonly bytes: number;
  readonly fromPosition: number;
  readonly toPosition: number;
}

/** The exact bytes that one position's data occupies, inside a unit. */
export interface LaneRow {
  readonly tensor: TensorSpec;
  readonly byteOffset: number;
  readonly bytes: number;
}

/** Families of data as reports count them; one lane is one family at one layer. The last two are those of page-first layouts, where an item holds several. */
export type LaneFamily =
  | 'c4_kv'
  | 'c4_indexer'
  | 'c128_kv'
  | 'swa'
  | 'c4_state'
  | 'c4_indexer_state'
  | 'swa_ring'
  | 'c128_state'
  | 'metadata'
  | 'plain'
  | 'kv_pages'
  | 'state_pages';

/**
 * The pool's answer to the one question that verification asks: (layer, token position) -> bytes. It knows how the attention
 * kernels address memory, and nothing of index lists, items or plans, so that a wrong plan is caught rather than trusted.
 */
export interface Lane {
  readonly owner: PoolOwner;
  readonly family: LaneFamily;
  /** Absolute layer; -1 for metadata, and where a lane spans all layers. */
  readonly layer: number;
  /** Distinguishes several tensors of one family and layer (metadata buffers, fp4 payload and scale); else ''. */
  readonly part: string;
  /** Positions of a request of `tokens` tokens, `prefixTokens` of them already on decode, that decode needs: half-open; empty when from >= to. */
  needed(tokens: number, prefixTokens: number): readonly [from: number, to: number];
  /** The unit that holds `position`; null where the placement has none (an unmapped page), or where the pool's pages are not the placement's, so that only rows hold what is one request's. */
  unitAt(placement: Placement, position: number): LaneUnit | null;
  /** The exact bytes of `position`; null where the placement has none. */
  rowAt(placement: Placement, position: number): LaneRow | null;
}

/** What D writes itself when it admits a request, before any transfer: rows of `rowBytes`, the first `headBytes` of each filled with `head`, the rest with `tail`. */
export interface ResetSpec {
  readonly tensor: TensorSpec;
  readonly byteOffset: number;
  readonly bytes: number;
  readonly rowBytes: number;
  readonly headBytes: number;
  /** 32-bit fill words. */
  readonly headWord: number;
  readonly tailWord: number;
}

/** A constructed pool. Lists are methods because the engine's accessors can raise (EngineError) long after construction. */
export interface Pool {
  readonly owner: PoolOwner;
  readonly tensors: readonly TensorSpec[];
  /** @throws EngineError as the engine's accessor does */
  list(name: PoolListName): readonly RegionSpec[];
  lanes(): readonly Lane[];
  /** Where each layer's rows lie, a lane a layer, in pools whose lanes speak of items that hold all layers; absent where `lanes` does so already. */
  layerLanes?(): readonly Lane[];
  /** Bytes at the head of a `unified` tensor that are ring rows; the compressed rows follow. Absent where a pool has no such tensors. */
  ringBytesOf?(tensor: TensorSpec): number;
  /** Compression ratio of an absolute layer of this pool: 0, 4 or 128; 0 where the pool has no such notion. */
  ratioOf(layer: number): number;
  /** What decode resets for a slot at admission. */
  resets(slot: number): readonly ResetSpec[];
}
