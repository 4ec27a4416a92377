/**
 * @file The C4 indexer's key pages, one tensor a C4 layer (two in the fp4 form of ROCm), in both modes. Page ids are those of full pages.
 */
import { floorDiv } from '../core/units.ts';
import type { Dsv4PoolArgs, Dsv4PoolEnv } from './dsv4Args.ts';
import type { Dsv4Geometry } from './dsv4Geometry.ts';
import { pageLane, wholeSuffix } from './lanes.ts';
import { pageCount } from './packedPages.ts';
import type { Lane, PoolOwner, RegionSpec, TensorRole, TensorSpec } from './pool.ts';

/** Indexer buffers of one pool. */
export interface IndexerPages {
  readonly tensors: readonly TensorSpec[];
  /** In registration order: all layers; with two tensors a layer, all payloads, then all scales. Item = one full page. */
  readonly regions: readonly RegionSpec[];
  readonly lanes: () => readonly Lane[];
}

/** Payload and scale bytes of one compressed token. The two revisions agree at the real head size of 128. */
function bytesPerToken(headDim: number, fp4: boolean, env: Dsv4PoolEnv): number {
  const payload = fp4 ? floorDiv(headDim, 2) : headDim;
  if (env.revision === '2026-08') return payload + 4;
  return payload + (fp4 ? floorDiv(headDim, 32) : floorDiv(headDim, 128) * 4);
}

/** One kind of indexer tensor: its role, and the shape of a page. */
interface PageKind {
  readonly role: TensorRole;
  readonly part: string;
  readonly pageShape: readonly number[];
}

/**
 * Builds the indexer buffers. They hold `c128Size * 32` tokens, not `c4Size`: under HiSparse the indexer keeps all of them.
 * @throws EngineError ZeroDivisionError when there are C4 layers and a page is smaller than 4 tokens
 */
export function indexerPages(owner: PoolOwner, args: Dsv4PoolArgs, env: Dsv4PoolEnv, geometry: Dsv4Geometry): IndexerPages {
  const layers = geometry.layers.filter((layer) => layer.ratio === 4);
  if (layers.length === 0) return { tensors: [], regions: [], lanes: () => [] };
  const pageTokens = floorDiv(args.pageSize, 4);
  const pages = pageCount(args.c128Size * 32, pageTokens);
  const tensors = pageKinds(args, env, pageTokens).flatMap((kind) =>
    layers.map(({ layer }, index) => {
      const shape = [pages, ...kind.pageShape];
      return {
        part: kind.part,
        spec: { name: `${owner}/${kind.role}/${index}`, owner, role: kind.role, layer, dtype: 'uint8', elementBytes: 1, shape, bytes: product(shape) },
      };
    }),
  );
  return {
    tensors: tensors.map(({ spec }) => spec),
    regions: tensors.map(({ spec }) => ({ tensor: spec, byteOffset: 0, lengthBytes: spec.bytes, itemBytes: spec.bytes / pages })),
    lanes: () =>
      tensors.map(({ spec, part }) =>
        pageLane({
          owner,
          family: 'c4_indexer',
          layer: spec.layer,
          part,
          tensor: spec,
          needed: wholeSuffix,
          pages: 'fullPages',
          pageTokens: args.pageSize,
          firstByte: 0,
          unitBytes: spec.bytes / pages,
          rowBytes: spec.bytes / pages / pageTokens,
          rowInUnit: (location) => floorDiv(location % args.pageSize, 4),
        }),
      ),
  };
}

/** One fused kind; or, in unified mode with fp4 from 2026-09, AITER's two, whose shapes are fixed for a head size of 128. */
function pageKinds(args: Dsv4PoolArgs, env: Dsv4PoolEnv, pageTokens: number): readonly PageKind[] {
  if (env.mode === 'unified' && env.fp4Indexer && env.revision === '2026-09') {
    return [
      { role: 'indexer_payload', part: 'payload', pageShape: [1, 4, pageTokens, 16] },
      { role: 'indexer_scale', part: 'scale', pageShape: [1, 4, pageTokens] },
    ];
  }
  return [{ role: 'indexer', part: '', pageShape: [pageTokens * bytesPerToken(args.indexerHeadDim, env.fp4Indexer, env)] }];
}

function product(shape: readonly number[]): number {
  return shape.reduce((total, extent) => total * extent, 1);
}
