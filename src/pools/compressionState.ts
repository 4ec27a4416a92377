/**
 * @file Compression state: what the C4 and C128 compressors carry over from one step to the next. One attention tensor for each C4 and each C128
 * layer, one indexer tensor for each C4 layer; `CompressStatePool` of the engine.
 */
import { alignUp, floorDiv } from '../core/units.ts';
import type { StateDtype } from '../model/engineConfig.ts';
import type { Dsv4PoolArgs } from './dsv4Args.ts';
import type { Dsv4Geometry, StageLayer } from './dsv4Geometry.ts';
import { incompleteGroup, lastPositions, pageLane, slotLane, windowPastPrefix } from './lanes.ts';
import type { Lane, PoolOwner, RegionSpec, ResetSpec, TensorSpec } from './pool.ts';

/** Rows that move as one item of offline C128 state, whatever the ring. */
const C128_ITEM_ROWS = 128;

/** State buffers of one pool. */
export interface CompressionState {
  /** Layer by layer: attention state, then indexer state. */
  readonly tensors: readonly TensorSpec[];
  /** C4 attention states, then C4 indexer states; item = one ring. Part of the `state` list. */
  readonly c4Regions: readonly RegionSpec[];
  /** C128 attention states; item = 128 rows, or one row online. The `requestState` list. */
  readonly c128Regions: readonly RegionSpec[];
  readonly lanes: () => readonly Lane[];
  readonly resets: (slot: number) => readonly ResetSpec[];
}

/** Builds the state buffers of every C4 and C128 layer of the stage. */
export function compressionState(owner: PoolOwner, args: Dsv4PoolArgs, geometry: Dsv4Geometry): CompressionState {
  const attentionDim = args.qkNopeHeadDim + args.qkRopeHeadDim;
  const attention4: TensorSpec[] = [];
  const indexer4: TensorSpec[] = [];
  const attention128: TensorSpec[] = [];
  const tensors: TensorSpec[] = [];
  for (const source of geometry.layers) {
    if (source.ratio === 4) {
      const attention = c4Tensor(owner, 'attn_state', source, attentionDim, args, geometry);
      const indexer = c4Tensor(owner, 'indexer_state', source, args.indexerHeadDim, args, geometry);
      attention4.push(attention);
      indexer4.push(indexer);
      tensors.push(attention, indexer);
    } else if (source.ratio === 128) {
      const attention = c128Tensor(owner, source, attentionDim, args, geometry);
      attention128.push(attention);
      tensors.push(attention);
    }
  }
  const c4Item = (tensor: TensorSpec) => region(tensor, geometry.ringSizeC4);
  return {
    tensors,
    c4Regions: [...attention4.map(c4Item), ...indexer4.map(c4Item)],
    c128Regions: attention128.map((tensor) => region(tensor, geometry.onlineC128 ? 1 : C128_ITEM_ROWS)),
    lanes: () => [
      ...attention4.map((tensor) => c4Lane(owner, 'c4_state', tensor, args, geometry)),
      ...indexer4.map((tensor) => c4Lane(owner, 'c4_indexer_state', tensor, args, geometry)),
      ...attention128.map((tensor) => c128Lane(owner, tensor, geometry)),
    ],
    resets: (slot) => (slot < geometry.numReqSlots ? attention128.map((tensor) => c128Reset(tensor, slot, geometry)) : []),
  };
}

/** C4 state: kv and score halves of an overlapping pair of groups; the rows asked for, one ring and the sentinel more, padded to the ratio. */
function c4Tensor(
  owner: PoolOwner,
  role: 'attn_state' | 'indexer_state',
  source: StageLayer,
  headDim: number,
  args: Dsv4PoolArgs,
  geometry: Dsv4Geometry,
): TensorSpec {
  const rows = alignUp(geometry.c4StateRows + geometry.ringSizeC4 + 1, 4);
  return stateTensor(owner, role, source, args.c4StateDtype, rows, 4 * headDim);
}

/** C128 state. Offline: kv and score halves, padded to the ratio. Online: (max, sum, kv), one bank for the committed state and one for each MTP draft token. */
function c128Tensor(owner: PoolOwner, source: StageLayer, headDim: number, args: Dsv4PoolArgs, geometry: Dsv4Geometry): TensorSpec {
  const rows = geometry.c128StateSlots + geometry.ringSizeC128 + 1;
  if (!geometry.onlineC128) return stateTensor(owner, 'attn_state', source, args.c128StateDtype, alignUp(rows, 128), 2 * headDim);
  return stateTensor(owner, 'attn_state', source, args.c128StateDtype, rows * (1 + Math.max(0, args.onlineMtpMaxDraftTokens)), 3 * headDim);
}

function stateTensor(owner: PoolOwner, role: 'attn_state' | 'indexer_state', source: StageLayer, dtype: StateDtype, rows: number, columns: number): TensorSpec {
  const elementBytes = dtype === 'float32' ? 4 : 2;
  return {
    name: `${owner}/${role}/${source.layer}`,
    owner,
    role,
    layer: source.layer,
    dtype,
    elementBytes,
    shape: [rows, columns],
    bytes: rows * columns * elementBytes,
  };
}

function rowBytesOf(tensor: TensorSpec): number {
  return (tensor.shape[1] ?? 0) * tensor.elementBytes;
}

/** The whole tensor; its length is no multiple of the item for C4. */
function region(tensor: TensorSpec, itemRows: number): RegionSpec {
  return { tensor, byteOffset: 0, lengthBytes: tensor.bytes, itemBytes: itemRows * rowBytesOf(tensor) };
}

/**
 * C4 state lies by SWA page (row = ring * page + location mod ring: a page's ring keeps the state of its latest tokens, and rides with the page),
 * or, in unified mode from 2026-09, by slot.
 */
function c4Lane(owner: PoolOwner, family: 'c4_state' | 'c4_indexer_state', tensor: TensorSpec, args: Dsv4PoolArgs, geometry: Dsv4Geometry): Lane {
  const ringRows = geometry.ringSizeC4;
  const rowBytes = rowBytesOf(tensor);
  const shared = { owner, family, layer: tensor.layer, part: '', tensor, rowBytes };
  if (geometry.c4StateAddress === 'slot') {
    const needed = lastPositions(ringRows);
    return slotLane({ ...shared, needed, slots: geometry.numReqSlots, ringRows, unitRows: ringRows, unitTokens: ringRows });
  }
  return pageLane({
    ...shared,
    needed: windowPastPrefix(args.slidingWindow),
    pages: 'swaPages',
    pageTokens: args.swaPageSize,
    firstByte: 0,
    unitBytes: ringRows * rowBytes,
    rowInUnit: (location) => location % ringRows,
  });
}

/** C128 state lies by slot: a ring of raw rows, or online one row that sums up the group so far. Only an incomplete group has state worth moving. */
function c128Lane(owner: PoolOwner, tensor: TensorSpec, geometry: Dsv4Geometry): Lane {
  return slotLane({
    owner,
    family: 'c128_state',
    layer: tensor.layer,
    part: '',
    tensor,
    needed: incompleteGroup(128),
    rowBytes: rowBytesOf(tensor),
    slots: geometry.numReqSlots,
    ringRows: geometry.ringSizeC128,
    unitRows: geometry.onlineC128 ? 1 : C128_ITEM_ROWS,
    unitTokens: 128,
  });
}

/** `clear_c128_req_state`: kv 0 and score -inf for the slot's ring; online: max -inf, sum and kv 0. */
function c128Reset(tensor: TensorSpec, slot: number, geometry: Dsv4Geometry): ResetSpec {
  const rowBytes = rowBytesOf(tensor);
  const bytes = geometry.ringSizeC128 * rowBytes;
  const minusInfinity = tensor.elementBytes === 4 ? 0xff800000 : 0xff80ff80;
  return {
    tensor,
    byteOffset: slot * bytes,
    bytes,
    rowBytes,
    headBytes: geometry.onlineC128 ? floorDiv(rowBytes, 3) : floorDiv(rowBytes, 2),
    headWord: geometry.onlineC128 ? minusInfinity : 0,
    tailWord: geometry.onlineC128 ? 0 : minusInfinity,
  };
}
