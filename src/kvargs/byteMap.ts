/**
 * @file Where a byte of a rank lies, in the engine's words, and back: the map that turns an offset in a message or a bad word into a place.
 */
import { SimError } from '../core/errors.ts';
import type { AddressSpace } from '../memory/addressSpace.ts';
import type { PoolOwner, TensorRole, TensorSpec } from '../pools/pool.ts';

/** One byte's place. A row is what the tensor's first dimension counts: a page of packed pools, else a token or state row. */
export interface BytePlace {
  readonly tensor: string;
  readonly owner: PoolOwner;
  readonly role: TensorRole;
  readonly layer: number;
  readonly row: number;
  readonly byteInRow: number;
}

/** Bytes of one row of a tensor; 0 for a tensor without rows. */
export function tensorRowBytes(tensor: TensorSpec): number {
  const rows = tensor.shape[0] ?? 0;
  return rows === 0 ? 0 : tensor.bytes / rows;
}

/** The place of the byte at `offset` from the rank's base; null in a gap between tensors or past the end. */
export function placeOf(space: AddressSpace, offset: number): BytePlace | null {
  const found = space.locate(offset);
  if (found === null) return null;
  const { tensor } = found.placed;
  const rowBytes = tensorRowBytes(tensor);
  return {
    tensor: tensor.name,
    owner: tensor.owner,
    role: tensor.role,
    layer: tensor.layer,
    row: Math.floor(found.byteInTensor / rowBytes),
    byteInRow: found.byteInTensor % rowBytes,
  };
}

/** The offset of a place: the inverse of `placeOf`. @throws SimError(address) when the rank has no such tensor, row or byte */
export function offsetOfPlace(space: AddressSpace, place: Pick<BytePlace, 'tensor' | 'row' | 'byteInRow'>): number {
  const placed = space.tensors.find(({ tensor }) => tensor.name === place.tensor);
  if (placed === undefined) throw new SimError('address', { what: `this rank has no tensor ${place.tensor}` });
  const rowBytes = tensorRowBytes(placed.tensor);
  const rows = placed.tensor.shape[0] ?? 0;
  if (place.row < 0 || place.row >= rows || place.byteInRow < 0 || place.byteInRow >= rowBytes) {
    throw new SimError('address', {
      what: `${place.tensor} has no byte ${place.byteInRow} in row ${place.row}`,
      values: { rows, 'row bytes': rowBytes },
    });
  }
  return placed.offset + place.row * rowBytes + place.byteInRow;
}

/** `target/c4/3, layer 9, row 12, byte 584`: a place in words. */
export function formatPlace(place: BytePlace): string {
  const layer = place.layer < 0 ? '' : `, layer ${place.layer}`;
  return `${place.tensor}${layer}, row ${place.row}, byte ${place.byteInRow}`;
}
