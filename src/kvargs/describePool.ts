/**
 * @file A constructed DeepSeek-V4 pool, seen through the attributes that registration reads.
 */
import type { Dsv4Pool } from '../pools/dsv4Pool.ts';
import type { RegionSpec } from '../pools/pool.ts';
import type { DescribedPool } from './components.ts';

/**
 * Describes a pool. Ring attributes exist in unified mode only.
 * @param mapping label of the full-to-SWA mapping that was registered with it; `undefined` = none ever was
 */
export function describePool(pool: Dsv4Pool, mapping: string | undefined): DescribedPool<RegionSpec> {
  const { unified } = pool.geometry;
  return {
    unifiedKv: unified !== null,
    compressionRatios: pool.args.compressionRatios,
    pageSize: pool.args.pageSize,
    slidingWindow: pool.args.slidingWindow,
    mapping,
    ringWindow: unified?.windowTokens,
    ringSize: unified?.ringRows,
    ringPages: unified?.swaPages,
    state: () => pool.list('state'),
    swaRing: () => pool.list('swaRing'),
    requestState: () => pool.list('requestState'),
  };
}
