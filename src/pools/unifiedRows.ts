/**
 * @file Unified buffers: one a layer, ring rows of every request slot first, compressed rows after them. ROCm's `unified_kv_triton` mode.
 */
import { EngineError } from '../core/errors.ts';
import { floorDiv } from '../core/units.ts';
import type { Dsv4PoolArgs, Dsv4PoolEnv } from './dsv4Args.ts';
import type { Dsv4Geometry, StageLayer, UnifiedRing } from './dsv4Geometry.ts';
import type { KvLayout } from './kvLayout.ts';
import { lastPositions, pageLane, slotLane, wholeSuffix } from './lanes.ts';
import type { Lane, PoolOwner, RegionSpec, TensorSpec } from './pool.ts';

const FP8_REFUSAL = 'PD disaggregation is not supported with SGLANG_DSV4_UNIFIED_KV_FP8=1';
const FP8_LOSS = 'the rope pool would be silently dropped).';

/** One tensor of a layer: both are cut into the same rows. */
interface RowTensor {
  readonly tensor: TensorSpec;
  readonly rowBytes: number;
  readonly source: StageLayer;
  /** '' for the one bf16 buffer; `nope` and `rope` for the two of the fp8 form. */
  readonly part: string;
}

/**
 * Builds the unified buffers.
 * @throws EngineError KeyError for a ratio other than 0, 4, 128
 */
export function unifiedRows(owner: PoolOwner, args: Dsv4PoolArgs, env: Dsv4PoolEnv, geometry: Dsv4Geometry, ring: UnifiedRing): KvLayout {
  const fp8 = env.revision === '2026-09' && env.unifiedFp8;
  const buffers = geometry.layers.flatMap((source) => rowTensors(owner, args, ring.swaPages + compressedRows(args, env, source.ratio), source, fp8));
  const ofRatio = (ratio: number) => buffers.filter((buffer) => buffer.source.ratio === ratio);
  return {
    tensors: buffers.map((buffer) => buffer.tensor),
    compressed: (ratio) => {
      if (fp8) throw new EngineError('NotImplementedError', `${FP8_REFUSAL} (the transfer assumes a single unified pool; ${FP8_LOSS}`);
      return ofRatio(ratio).map((buffer) => compressedRegion(buffer, args, ring));
    },
    windowPages: [],
    ring: () => {
      if (fp8) throw new EngineError('NotImplementedError', `${FP8_REFUSAL} (the SWA_RING component assumes a single unified pool; ${FP8_LOSS}`);
      return buffers.map((buffer) => ringRegion(buffer, ring));
    },
    ringBytesOf: (tensor) => ring.swaPages * (buffers.find((buffer) => buffer.tensor === tensor)?.rowBytes ?? 0),
    lanes: () => [
      ...buffers.map((buffer) => ringLane(owner, buffer, geometry.numReqSlots, ring)),
      ...ofRatio(4).map((buffer) => compressedLane(owner, buffer, args, ring)),
      ...ofRatio(128).map((buffer) => compressedLane(owner, buffer, args, ring)),
    ],
  };
}

/** Compressed rows of a layer: 32 (C4) or 1 (C128) a block of 128 tokens, and one page more for null page 0. HiSparse (2026-09) keeps a hot budget of C4 only. */
function compressedRows(args: Dsv4PoolArgs, env: Dsv4PoolEnv, ratio: number): number {
  switch (ratio) {
    case 0:
      return 0;
    case 4: {
      const hotOnly = env.revision === '2026-09' && args.enableHisparse;
      return (hotOnly ? args.c4Size : args.c128Size * 32) + floorDiv(args.pageSize, 4);
    }
    case 128:
      return args.c128Size + floorDiv(args.pageSize, 128);
    default:
      throw new EngineError('KeyError', String(ratio));
  }
}

function rowTensors(owner: PoolOwner, args: Dsv4PoolArgs, rows: number, source: StageLayer, fp8: boolean): RowTensor[] {
  const make = (role: 'unified' | 'unified_rope', part: string, dtype: string, elementBytes: number, columns: number): RowTensor => ({
    tensor: {
      name: `${owner}/${role}/${source.place}`,
      owner,
      role,
      layer: source.layer,
      dtype,
      elementBytes,
      shape: [rows, columns],
      bytes: rows * columns * elementBytes,
    },
    rowBytes: columns * elementBytes,
    source,
    part,
  });
  if (!fp8) return [make('unified', '', 'bfloat16', 2, args.qkNopeHeadDim + args.qkRopeHeadDim)];
  return [make('unified', 'nope', 'float8_e4m3fn', 1, 512), make('unified_rope', 'rope', 'bfloat16', 2, args.qkRopeHeadDim)];
}

function compressedRegion(buffer: RowTensor, args: Dsv4PoolArgs, ring: UnifiedRing): RegionSpec {
  const rowBytes = firstRowBytes(buffer);
  const byteOffset = ring.swaPages * rowBytes;
  return {
    tensor: buffer.tensor,
    byteOffset,
    lengthBytes: buffer.tensor.bytes - byteOffset,
    itemBytes: floorDiv(args.pageSize, buffer.source.ratio) * rowBytes,
  };
}

function ringRegion(buffer: RowTensor, ring: UnifiedRing): RegionSpec {
  const rowBytes = firstRowBytes(buffer);
  return { tensor: buffer.tensor, byteOffset: 0, lengthBytes: ring.swaPages * rowBytes, itemBytes: rowBytes };
}

/** The engine measures a row by indexing the buffer's first one, which a window-only layer without request slots does not have. @throws EngineError IndexError */
function firstRowBytes(buffer: RowTensor): number {
  if (buffer.tensor.shape[0] === 0) throw new EngineError('IndexError', 'index 0 is out of bounds for dimension 0 with size 0');
  return buffer.rowBytes;
}

function ringLane(owner: PoolOwner, buffer: RowTensor, slots: number, ring: UnifiedRing): Lane {
  return slotLane({
    owner,
    family: 'swa_ring',
    layer: buffer.source.layer,
    part: buffer.part,
    tensor: buffer.tensor,
    needed: lastPositions(ring.windowTokens),
    rowBytes: buffer.rowBytes,
    slots,
    ringRows: ring.ringRows,
    unitRows: 1,
    unitTokens: 1,
  });
}

function compressedLane(owner: PoolOwner, buffer: RowTensor, args: Dsv4PoolArgs, ring: UnifiedRing): Lane {
  const { ratio, layer } = buffer.source;
  return pageLane({
    owner,
    family: ratio === 4 ? 'c4_kv' : 'c128_kv',
    layer,
    part: buffer.part,
    tensor: buffer.tensor,
    needed: wholeSuffix,
    pages: 'fullPages',
    pageTokens: args.pageSize,
    firstByte: ring.swaPages * buffer.rowBytes,
    unitBytes: floorDiv(args.pageSize, ratio) * buffer.rowBytes,
    rowBytes: buffer.rowBytes,
    rowInUnit: (location) => floorDiv(location % args.pageSize, ratio),
  });
}
