/**
 * @file Packed pages of the paged mode: SWA, C4 and C128 KV. One tensor a layer, one row a page.
 */
import { EngineError } from '../core/errors.ts';
import { alignUp, floorDiv } from '../core/units.ts';
import type { Dsv4PoolArgs, Dsv4PoolEnv } from './dsv4Args.ts';
import type { Dsv4Geometry, StageLayer } from './dsv4Geometry.ts';
import type { KvLayout } from './kvLayout.ts';
import { type Needed, pageLane, wholeSuffix, windowPastPrefix } from './lanes.ts';
import type { Lane, LaneFamily, PoolOwner, RegionSpec, TensorSpec } from './pool.ts';

/** How a token lies in a page. */
interface RowFormat {
  readonly dtype: string;
  readonly rowBytes: number;
  /** Page bytes are rounded up to a multiple of this. */
  readonly pageAlignBytes: number;
  /** The buffer's own assertions, made once for each tensor that is built. @throws EngineError */
  readonly check: () => void;
}

/** Pages that a pool of `size` tokens gets: one more than fill it, for null page 0. @throws EngineError ZeroDivisionError when a page holds no token */
export function pageCount(size: number, tokensPerPage: number): number {
  if (tokensPerPage === 0) throw new EngineError('ZeroDivisionError', 'integer division or modulo by zero');
  return floorDiv(size + tokensPerPage + 1, tokensPerPage);
}

/** Packed rows: nope in fp8, rope in bf16, one scale per 64 nope values, one byte of padding. Only 448 + 64 dims (584 bytes) are accepted. */
function packedRows(args: Dsv4PoolArgs): RowFormat {
  const rowBytes = args.qkNopeHeadDim + args.qkRopeHeadDim * 2 + floorDiv(args.qkNopeHeadDim, 64) + 1;
  const check = () => {
    if (rowBytes !== 584) {
      throw new EngineError(
        'AssertionError',
        'DSV4 KV layout: qk_nope_head_dim FP8 (448) + qk_rope_head_dim BF16 (64*2) + nope FP8 scales + scale_pad = 584 bytes/token',
      );
    }
    if (args.kvDtype !== 'fp8_e4m3') throw new EngineError('AssertionError', '');
  };
  return { dtype: 'uint8', rowBytes, pageAlignBytes: 576, check };
}

/** Uniform fp8 rows of the trtllm backend (2026-09): all dims in e4m3, no scales, no padding. */
function uniformRows(args: Dsv4PoolArgs): RowFormat {
  if (args.kvDtype !== 'fp8_e4m3') {
    throw new EngineError('AssertionError', `--dsv4-attn-backend trtllm requires kv_cache_dtype=fp8_e4m3, got torch.${args.kvDtype}`);
  }
  const rowBytes = args.qkNopeHeadDim + args.qkRopeHeadDim;
  const check = () => {
    if (rowBytes !== 512) {
      throw new EngineError('AssertionError', 'DSV4 uniform-FP8 KV layout: qk_nope_head_dim (448) + qk_rope_head_dim (64), all e4m3 = 512 bytes/token');
    }
  };
  return { dtype: 'float8_e4m3fn', rowBytes, pageAlignBytes: 1, check };
}

/** One of the three page pools. */
interface PagePool {
  readonly role: 'swa' | 'c4' | 'c128';
  readonly layers: readonly StageLayer[];
  readonly sizeTokens: number;
  readonly tokensPerPage: number;
}

/** The tensors of one page pool. A stage without such layers builds nothing and so trips over nothing. */
function pageTensors(owner: PoolOwner, pool: PagePool, format: RowFormat): TensorSpec[] {
  return pool.layers.map(({ layer }, index) => {
    const pages = pageCount(pool.sizeTokens, pool.tokensPerPage);
    format.check();
    const pageBytes = alignUp(pool.tokensPerPage * format.rowBytes, format.pageAlignBytes);
    return {
      name: `${owner}/${pool.role}/${index}`,
      owner,
      role: pool.role,
      layer,
      dtype: format.dtype,
      elementBytes: 1,
      shape: [pages, pageBytes],
      bytes: pages * pageBytes,
    };
  });
}

/** A whole tensor whose item is one page row. */
function pageRegion(tensor: TensorSpec): RegionSpec {
  return { tensor, byteOffset: 0, lengthBytes: tensor.bytes, itemBytes: tensor.bytes / (tensor.shape[0] ?? 1) };
}

/**
 * Builds the paged KV buffers: SWA for every layer of the stage, then C4, then C128, in the engine's order of checks.
 * @throws EngineError AssertionError (dtype, dims), ZeroDivisionError (a page without tokens)
 */
export function packedPages(owner: PoolOwner, args: Dsv4PoolArgs, env: Dsv4PoolEnv, geometry: Dsv4Geometry): KvLayout {
  const uniform = env.revision === '2026-09' && env.dsv4AttnBackend === 'trtllm';
  const format = uniform ? uniformRows(args) : packedRows(args);
  const ofRatio = (ratio: number) => geometry.layers.filter((layer) => layer.ratio === ratio);
  const swa = pageTensors(owner, { role: 'swa', layers: geometry.layers, sizeTokens: args.swaSize, tokensPerPage: args.swaPageSize }, format);
  if (uniform && args.enableHisparse) {
    throw new EngineError('AssertionError', 'enable_hisparse is not supported with --dsv4-attn-backend trtllm.');
  }
  const c4PageTokens = floorDiv(args.pageSize, 4);
  const c128PageTokens = floorDiv(args.pageSize, 128);
  const c4 = pageTensors(owner, { role: 'c4', layers: ofRatio(4), sizeTokens: args.c4Size, tokensPerPage: c4PageTokens }, format);
  const c128 = pageTensors(owner, { role: 'c128', layers: ofRatio(128), sizeTokens: args.c128Size, tokensPerPage: c128PageTokens }, format);

  const lane = (tensor: TensorSpec, family: LaneFamily, pages: 'fullPages' | 'swaPages', needed: Needed, ratio: number): Lane => {
    const { itemBytes } = pageRegion(tensor);
    const pageTokens = pages === 'fullPages' ? args.pageSize : args.swaPageSize;
    return pageLane({
      owner,
      family,
      layer: tensor.layer,
      part: '',
      tensor,
      needed,
      pages,
      pageTokens,
      firstByte: 0,
      unitBytes: itemBytes,
      rowBytes: format.rowBytes,
      rowInUnit: (location) => floorDiv(location % pageTokens, ratio),
    });
  };
  return {
    tensors: [...swa, ...c4, ...c128],
    compressed: (ratio) => (ratio === 4 ? c4 : c128).map(pageRegion),
    windowPages: swa.map(pageRegion),
    ring: () => [],
    ringBytesOf: () => 0,
    lanes: () => [
      ...swa.map((tensor) => lane(tensor, 'swa', 'swaPages', windowPastPrefix(args.slidingWindow), 1)),
      ...c4.map((tensor) => lane(tensor, 'c4_kv', 'fullPages', wholeSuffix, 4)),
      ...c128.map((tensor) => lane(tensor, 'c128_kv', 'fullPages', wholeSuffix, 128)),
    ],
  };
}
