/**
 * @file What the two ways of keeping KV (packed pages, unified rows) offer the pool that is built from them.
 */
import type { Lane, RegionSpec, TensorSpec } from './pool.ts';

/** KV of one pool, without indexers and states. Accessors that the engine lets raise are functions. */
export interface KvLayout {
  /** In address order. */
  readonly tensors: readonly TensorSpec[];
  /** Registration of the compressed rows of one ratio, in layer order; item = one full page. @throws EngineError */
  readonly compressed: (ratio: 4 | 128) => readonly RegionSpec[];
  /** Registration of SWA pages (paged mode), item = one SWA page. */
  readonly windowPages: readonly RegionSpec[];
  /** Registration of the SWA ring (unified mode), item = one row. @throws EngineError */
  readonly ring: () => readonly RegionSpec[];
  /** Bytes at the head of a tensor that are ring rows; 0 in paged mode. */
  readonly ringBytesOf: (tensor: TensorSpec) => number;
  readonly lanes: () => readonly Lane[];
}
