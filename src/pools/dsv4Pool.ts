/**
 * @file The DeepSeek-V4 pool (`DeepSeekV4TokenToKVPool`): its buffer families put together, its four registration lists, its lanes.
 */
import { EngineError } from '../core/errors.ts';
import { type CompressionState, compressionState } from './compressionState.ts';
import type { Dsv4PoolArgs, Dsv4PoolEnv } from './dsv4Args.ts';
import { type Dsv4Geometry, dsv4Geometry } from './dsv4Geometry.ts';
import { type IndexerPages, indexerPages } from './indexer.ts';
import type { KvLayout } from './kvLayout.ts';
import { packedPages } from './packedPages.ts';
import type { Lane, Pool, PoolListName, RegionSpec } from './pool.ts';
import { unifiedRows } from './unifiedRows.ts';

/** A constructed DeepSeek-V4 pool. */
export interface Dsv4Pool extends Pool {
  readonly kind: 'dsv4';
  readonly owner: 'target' | 'draft';
  readonly args: Dsv4PoolArgs;
  readonly env: Dsv4PoolEnv;
  readonly geometry: Dsv4Geometry;
}

/**
 * Constructs a pool as the engine does, checks in its order: online C128 with speculation; page sizes; unified speculation without a draft-token count;
 * then, unified, ratios (KeyError); or, paged, the row format, pages without tokens, ratios (ValueError). Tensors come in address order: KV, indexers,
 * then layer by layer attention state and indexer state.
 * @throws EngineError
 */
export function constructDsv4Pool(owner: 'target' | 'draft', args: Dsv4PoolArgs, env: Dsv4PoolEnv): Dsv4Pool {
  const geometry = dsv4Geometry(args, env);
  const kv = geometry.unified === null ? packedPages(owner, args, env, geometry) : unifiedRows(owner, args, env, geometry, geometry.unified);
  const indexer = indexerPages(owner, args, env, geometry);
  for (const { ratio } of geometry.layers) {
    if (ratio !== 0 && ratio !== 4 && ratio !== 128) throw new EngineError('ValueError', `Unsupported compression ratio: ${ratio}`);
  }
  const state = compressionState(owner, args, geometry);
  // Made when first asked for: checks start many nodes and ask for none.
  let lanes: readonly Lane[] | undefined;
  return {
    kind: 'dsv4',
    owner,
    args,
    env,
    geometry,
    tensors: [...kv.tensors, ...indexer.tensors, ...state.tensors],
    list: (name) => registrationList(name, kv, indexer, state),
    ringBytesOf: kv.ringBytesOf,
    ratioOf: (layer) => geometry.layers.find((source) => source.layer === layer)?.ratio ?? 0,
    lanes: () => {
      lanes ??= [...kv.lanes(), ...indexer.lanes(), ...state.lanes()];
      return lanes;
    },
    resets: state.resets,
  };
}

/** The four lists; their order is the wire layout (`get_contiguous_buf_infos` and its siblings). */
function registrationList(name: PoolListName, kv: KvLayout, indexer: IndexerPages, state: CompressionState): readonly RegionSpec[] {
  switch (name) {
    case 'contiguous':
      return [...kv.compressed(4), ...indexer.regions, ...kv.compressed(128)];
    case 'state':
      return [...kv.windowPages, ...state.c4Regions];
    case 'swaRing':
      return kv.ring();
    case 'requestState':
      return state.c128Regions;
  }
}
