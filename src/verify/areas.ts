/**
 * @file A rank's memory as people name it: every byte of the address space belongs to exactly one area (owner, family, layer) or to a guard gap.
 */
import type { AddressSpace } from '../memory/addressSpace.ts';
import type { LaneFamily, Pool, PoolOwner, TensorSpec } from '../pools/pool.ts';

/** `guard` = gaps between tensors; `unregistered` = tensor bytes that no list registers. */
export type AreaFamily = LaneFamily | 'guard' | 'unregistered';

/** Bytes [offset, offset + bytes) of a rank's address space. */
export interface Area {
  readonly offset: number;
  readonly bytes: number;
  readonly owner: PoolOwner | 'none';
  readonly family: AreaFamily;
  /** Absolute layer; -1 for metadata, gaps, and tensors that hold all layers. */
  readonly layer: number;
  readonly tensor: TensorSpec | null;
  /** Bytes of one item, for naming rows; 0 for gaps. */
  readonly itemBytes: number;
}

/** `target/swa`: the name under which reports count an area's words. */
export function componentName(area: { readonly owner: PoolOwner | 'none'; readonly family: AreaFamily }): string {
  return area.owner === 'none' || area.owner === 'metadata' ? area.family : `${area.owner}/${area.family}`;
}

const FAMILY_OF_ROLE = {
  swa: 'swa',
  c4: 'c4_kv',
  c128: 'c128_kv',
  indexer: 'c4_indexer',
  indexer_payload: 'c4_indexer',
  indexer_scale: 'c4_indexer',
  indexer_state: 'c4_indexer_state',
  aux: 'metadata',
  plain: 'plain',
  kv_pages: 'kv_pages',
  state_pages: 'state_pages',
  ring_rows: 'swa_ring',
  request_states: 'c128_state',
} as const;

/** The areas of a rank in address order, without holes. The layer's compression ratio tells C4 from C128 where one tensor role serves both. */
export function mapAreas(space: AddressSpace, pools: readonly Pool[]): readonly Area[] {
  const poolOf = new Map<TensorSpec, Pool>();
  for (const pool of pools) for (const tensor of pool.tensors) poolOf.set(tensor, pool);
  const areas: Area[] = [];
  let cursor = 0;
  const guard = (to: number) => {
    if (to > cursor) areas.push({ offset: cursor, bytes: to - cursor, owner: 'none', family: 'guard', layer: -1, tensor: null, itemBytes: 0 });
    cursor = to;
  };
  for (const { tensor, offset } of space.tensors) {
    guard(offset);
    const shared = { owner: tensor.owner, layer: tensor.layer, tensor };
    const pool = poolOf.get(tensor);
    const ratio = pool?.ratioOf(tensor.layer) ?? 0;
    const rowBytes = tensor.shape.length > 1 ? tensor.bytes / (tensor.shape[0] || 1) : tensor.elementBytes;
    if (tensor.role === 'unified') {
      const ringBytes = pool?.ringBytesOf?.(tensor) ?? 0;
      if (ringBytes > 0) areas.push({ ...shared, offset, bytes: ringBytes, family: 'swa_ring', itemBytes: rowBytes });
      const rest = tensor.bytes - ringBytes;
      const family = ratio === 4 ? 'c4_kv' : ratio === 128 ? 'c128_kv' : 'unregistered';
      if (rest > 0) areas.push({ ...shared, offset: offset + ringBytes, bytes: rest, family, itemBytes: rowBytes });
    } else {
      const family =
        tensor.role === 'attn_state'
          ? ratio === 128
            ? 'c128_state'
            : 'c4_state'
          : tensor.role === 'unified_rope'
            ? 'unregistered'
            : FAMILY_OF_ROLE[tensor.role];
      if (tensor.bytes > 0) areas.push({ ...shared, offset, bytes: tensor.bytes, family, itemBytes: rowBytes });
    }
    cursor = offset + tensor.bytes;
  }
  guard(space.bytes);
  return areas;
}

/** The area that holds `offset`; null past the end. */
export function areaAt(areas: readonly Area[], offset: number): Area | null {
  let low = 0;
  let high = areas.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((areas[middle] as Area).offset <= offset) low = middle + 1;
    else high = middle;
  }
  const found = areas[low - 1];
  return found !== undefined && offset < found.offset + found.bytes ? found : null;
}
