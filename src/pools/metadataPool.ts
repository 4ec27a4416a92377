/**
 * @file The metadata ("aux") buffers: one row for each request in flight carries the first token, its log-probabilities, the speculative seeds and the
 * room id. Engine notes, section 1.5.
 */
import type { Lane, LaneRow, Pool, TensorSpec } from './pool.ts';

/** What shapes the rows. */
export interface MetadataShape {
  /** Requests in flight at most. */
  readonly rows: number;
  /** Hidden size of the model when an EAGLE-type draft takes its hidden state over; null without one. */
  readonly hiddenSize: number | null;
  /** Most tokens that a sampling mask keeps; null when masks are off. */
  readonly samplingMaskTokens: number | null;
  /** Indices of the DSA top-k that are handed over; 0 = none. */
  readonly dsaTopkDim: number;
}

/** The metadata pool; its `contiguous` list is the aux list. */
export interface MetadataPool extends Pool {
  readonly kind: 'metadata';
}

/** RDMA transfers have a least size: no row is shorter. */
const LEAST_ROW_BYTES = 64;

/** One buffer: name, element type, elements of a row before padding. */
type Column = readonly [name: string, dtype: string, elementBytes: number, elements: number];

/** Buffers in wire order. */
function columns(shape: MetadataShape): readonly Column[] {
  const { hiddenSize, samplingMaskTokens, dsaTopkDim } = shape;
  const mask: readonly Column[] =
    samplingMaskTokens === null
      ? []
      : [
          ['output_sampling_mask_len', 'int32', 4, 16],
          ['output_sampling_mask_idx', 'int32', 4, samplingMaskTokens],
          ['output_sampling_logprobs', 'float32', 4, 16],
        ];
  return [
    ['output_ids', 'int32', 4, 16],
    ['cached_tokens', 'int32', 4, 16],
    ['output_token_logprobs_val', 'float32', 4, 16],
    ['output_token_logprobs_idx', 'int32', 4, 16],
    ['output_top_logprobs_val', 'float32', 4, 128],
    ['output_top_logprobs_idx', 'int32', 4, 128],
    ...mask,
    ['output_topk_p', 'float32', 4, 16],
    ['output_topk_index', 'int64', 8, 16],
    hiddenSize === null ? ['output_hidden_states', 'float32', 4, 16] : ['output_hidden_states', 'bfloat16', 2, hiddenSize],
    ...(dsaTopkDim > 0 ? ([['output_dsa_topk_indices', 'int32', 4, dsaTopkDim]] as const) : []),
    ['bootstrap_room', 'uint64', 8, 8],
  ];
}

/** Constructs the pool. */
export function constructMetadataPool(shape: MetadataShape): MetadataPool {
  const tensors = columns(shape).map(([name, dtype, elementBytes, elements]): TensorSpec => {
    const padded = Math.max(elements, LEAST_ROW_BYTES / elementBytes);
    return {
      name: `metadata/${name}`,
      owner: 'metadata',
      role: 'aux',
      layer: -1,
      dtype,
      elementBytes,
      shape: [shape.rows, padded],
      bytes: shape.rows * padded * elementBytes,
    };
  });
  const aux = tensors.map((tensor) => ({ tensor, byteOffset: 0, lengthBytes: tensor.bytes, itemBytes: rowBytesOf(tensor) }));
  return {
    kind: 'metadata',
    owner: 'metadata',
    tensors,
    list: (name) => (name === 'contiguous' ? aux : []),
    ratioOf: () => 0,
    lanes: () => tensors.map((tensor) => metadataLane(tensor, shape.rows)),
    resets: () => [],
  };
}

function rowBytesOf(tensor: TensorSpec): number {
  return (tensor.shape[1] ?? 0) * tensor.elementBytes;
}

/** One row a request, at its metadata row: a single position, 0. */
function metadataLane(tensor: TensorSpec, rows: number): Lane {
  const rowBytes = rowBytesOf(tensor);
  // Other positions hold nothing: to answer for them with the same row would make every walk over positions come back to it.
  const rowAt = (metadataRow: number, position: number): LaneRow | null =>
    position === 0 && metadataRow >= 0 && metadataRow < rows ? { tensor, byteOffset: metadataRow * rowBytes, bytes: rowBytes } : null;
  return {
    owner: 'metadata',
    family: 'metadata',
    layer: -1,
    part: tensor.name.slice('metadata/'.length),
    needed: () => [0, 1],
    unitAt: (placement, position) => {
      const row = rowAt(placement.metadataRow, position);
      return row === null ? null : { ...row, fromPosition: 0, toPosition: 1 };
    },
    rowAt: (placement, position) => rowAt(placement.metadataRow, position),
  };
}
