/**
 * @file The pool of what is not DeepSeek-V4: `layers` tensors of `rows` items, one item a page, no state.
 */
import type { PlainModelSpec } from '../model/modelSpec.ts';
import { pageLane, wholeSuffix } from './lanes.ts';
import type { Pool, TensorSpec } from './pool.ts';
import type { LayerRange } from './serverSizing.ts';

/** A plain pool. Page ids are row numbers; row 0 is the null page. */
export interface PlainPool extends Pool {
  readonly kind: 'plain';
}

/**
 * Constructs the pool.
 * @param pageTokens token positions that one item holds
 * @param stage layers that the rank holds; all of them by default
 */
export function constructPlainPool(model: PlainModelSpec, pageTokens: number, stage: LayerRange = { start: 0, end: model.layers }): PlainPool {
  const tensors = Array.from({ length: stage.end - stage.start }, (_, i): TensorSpec => {
    const layer = stage.start + i;
    const bytes = model.rows * model.itemBytes;
    return {
      name: `target/plain/${layer}`,
      owner: 'target',
      role: 'plain',
      layer,
      dtype: 'uint8',
      elementBytes: 1,
      shape: [model.rows, model.itemBytes],
      bytes,
    };
  });
  const lanes = tensors.map((tensor) =>
    pageLane({
      owner: 'target',
      family: 'plain',
      layer: tensor.layer,
      part: '',
      tensor,
      needed: wholeSuffix,
      pages: 'fullPages',
      pageTokens,
      firstByte: 0,
      unitBytes: model.itemBytes,
      // What lies where inside an item is the model's own affair: the item is the row.
      rowBytes: model.itemBytes,
      rowInUnit: () => 0,
    }),
  );
  const contiguous = tensors.map((tensor) => ({ tensor, byteOffset: 0, lengthBytes: tensor.bytes, itemBytes: model.itemBytes }));
  return {
    kind: 'plain',
    owner: 'target',
    tensors,
    list: (name) => (name === 'contiguous' ? contiguous : []),
    ratioOf: () => 0,
    lanes: () => lanes,
    resets: () => [],
  };
}
