/**
 * @file Virtual addresses. WebGPU has no device pointers, so a rank's memory is a base (any unsigned 64-bit value, a bigint) plus an
 * offset (a number). Every tensor starts at a multiple of 4 KiB, in a fixed order; the gaps between are guard words.
 */
import { SimError } from '../core/errors.ts';
import { alignUp } from '../core/units.ts';
import type { TensorSpec } from '../pools/pool.ts';

/** Tensors start at multiples of this, as page-granular allocators place them. */
export const TENSOR_ALIGN_BYTES = 4096;

/** A tensor with its place in the rank's address space. */
export interface PlacedTensor {
  readonly tensor: TensorSpec;
  /** Bytes from the rank's base. */
  readonly offset: number;
}

/** Where an offset lies. */
export interface Located {
  readonly placed: PlacedTensor;
  /** Bytes from the tensor's start. */
  readonly byteInTensor: number;
}

/** One rank's virtual memory. */
export interface AddressSpace {
  readonly base: bigint;
  /** Bytes from base to the end of the last tensor, rounded up to TENSOR_ALIGN_BYTES. */
  readonly bytes: number;
  /** In address order. */
  readonly tensors: readonly PlacedTensor[];
  /** Offset of a tensor's first byte. @throws SimError(address) for a tensor of another rank */
  offsetOf(tensor: TensorSpec): number;
  /** The tensor that holds the byte at `offset`, or null in a gap or past the end. */
  locate(offset: number): Located | null;
  /** The offset of an absolute address whose `bytes` bytes lie in one tensor. @throws SimError(address) naming the nearest region */
  resolve(address: bigint, bytes: number): number;
}

/**
 * Assigns addresses in the order given (worked example of the engine notes, section 10: SWA layers, C4, C128, indexers, states layer by
 * layer, then the draft, then metadata).
 * @throws SimError(bad-input) when base + bytes passes 2^64
 */
export function assignAddresses(base: bigint, tensors: readonly TensorSpec[]): AddressSpace {
  const placed: PlacedTensor[] = [];
  const byName = new Map<string, PlacedTensor>();
  let cursor = 0;
  for (const tensor of tensors) {
    const entry = { tensor, offset: cursor };
    placed.push(entry);
    byName.set(tensor.name, entry);
    cursor = alignUp(cursor + tensor.bytes, TENSOR_ALIGN_BYTES);
  }
  if (base < 0n || base + BigInt(cursor) > 1n << 64n) {
    throw new SimError('bad-input', {
      what: 'the address space does not fit below 2^64',
      values: { base: hexAddress(base), bytes: cursor },
      mend: 'Choose a smaller addressBase.',
    });
  }
  const locate = (offset: number): Located | null => {
    const index = lastAtOrBefore(placed, offset);
    const found = placed[index];
    if (found === undefined || offset >= found.offset + found.tensor.bytes) return null;
    return { placed: found, byteInTensor: offset - found.offset };
  };
  return {
    base,
    bytes: cursor,
    tensors: placed,
    locate,
    offsetOf: (tensor) => {
      const found = byName.get(tensor.name);
      if (found === undefined) throw new SimError('address', { what: `tensor ${tensor.name} is not in this address space` });
      return found.offset;
    },
    resolve: (address, bytes) => {
      const offset = address - base;
      const inside = offset >= 0n && offset < BigInt(cursor);
      const found = inside ? locate(Number(offset)) : null;
      if (found !== null && found.byteInTensor + bytes <= found.placed.tensor.bytes) return Number(offset);
      const clamped = offset < 0n ? 0 : offset > BigInt(cursor) ? cursor : Number(offset);
      const near = placed[Math.max(0, lastAtOrBefore(placed, clamped))];
      throw new SimError('address', {
        what: `${bytes} bytes at ${hexAddress(address)} lie in no region`,
        values:
          near === undefined
            ? {}
            : {
                nearest: `${near.tensor.name} ${hexAddress(base + BigInt(near.offset))}..${hexAddress(base + BigInt(near.offset + near.tensor.bytes))}`,
              },
      });
    },
  };
}

/** Index of the last tensor that starts at or before `offset`, -1 if none. */
function lastAtOrBefore(placed: readonly PlacedTensor[], offset: number): number {
  let low = 0;
  let high = placed.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((placed[middle] as PlacedTensor).offset <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** `0x10000000`, as addresses stand in every output. */
export function hexAddress(address: bigint): string {
  return address < 0n ? `-0x${(-address).toString(16)}` : `0x${address.toString(16)}`;
}
