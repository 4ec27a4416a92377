/**
 * @file The adapter's own limits for so many bytes, measured beside every transfer: one contiguous copy, one contiguous copy by kernel, and on the CPU device the processor's plain
 * memory copy.
 */
import type { Arena, Batch, CopyTable, Device, Elapsed } from '../device/device.ts';
import type { Contender, Timed } from './sampling.ts';

/** Contenders that move so many bytes contiguously. */
export interface CeilingContenders {
  readonly bytes: number;
  readonly contiguousCopy: Contender;
  readonly contiguousShader: Contender;
  /** On the CPU device only. */
  readonly memoryCopy: Contender | null;
}

/** Memory of the ceilings on a device. */
export interface Ceilings {
  /** @param bytes a multiple of 4, above 0; what is larger than the memory goes in several copies, the last of what is left */
  of(bytes: number): CeilingContenders;
  release(): Promise<void>;
}

/** Number of the first word that the source is stamped with: its contents are never zeros, which some memory stores for less. */
const FIRST_NUMBER = 1;
/** One copy is at most this large: far past every fixed cost and every cache, and little memory. */
const MOST_PIECE_BYTES = 128 * 2 ** 20;

/** Bytes that the ceilings of a transfer take on a device beside it. */
export function ceilingMemoryBytes(device: Device, bytes: number): number {
  return 2 * pieceBytes(device, bytes) * (isCpu(device) ? 2 : 1);
}

/**
 * Arenas of their own, stamped.
 * @param bytes of the transfer
 * @throws SimError(memory-budget) before anything is allocated
 */
export async function createCeilings(device: Device, bytes: number): Promise<Ceilings> {
  const piece = pieceBytes(device, bytes);
  const arenas = await device.createArenas([piece, piece]);
  const [src, dst] = arenas as [Arena, Arena];
  for (const arena of arenas) await device.stamp(arena, FIRST_NUMBER, 'narrow');
  const memory = isCpu(device) ? { src: new Uint8Array(piece).map((_, i) => i), dst: new Uint8Array(piece) } : null;
  return {
    of: (wanted) => contenders(device, { src, dst }, memory, pieceLengths(wanted, piece)),
    release: () => device.destroyArenas(arenas),
  };
}

function contenders(
  device: Device,
  { src, dst }: { readonly src: Arena; readonly dst: Arena },
  memory: { readonly src: Uint8Array; readonly dst: Uint8Array } | null,
  lengths: readonly number[],
): CeilingContenders {
  const tables = lengths.map(
    (length): CopyTable => ({ count: 1, srcOffset: new Float64Array(1), dstOffset: new Float64Array(1), bytes: Uint32Array.of(length) }),
  );
  const copy = (batch: Batch) => {
    for (const length of lengths) batch.copy(src, 0, dst, 0, length);
  };
  const kernel = (batch: Batch) => {
    for (const table of tables) batch.copyTable(src, dst, table);
  };
  return {
    bytes: lengths.reduce((sum, length) => sum + length, 0),
    contiguousCopy: async () => timedOf(await device.run(copy)),
    contiguousShader: async () => timedOf(await device.run(kernel)),
    memoryCopy: memory === null ? null : () => copyMemory(memory, lengths),
  };
}

function isCpu({ adapter }: Device): boolean {
  return adapter.backend === 'cpu';
}

function pieceBytes({ limits }: Device, bytes: number): number {
  return Math.min(Math.ceil(bytes / 16) * 16, limits.maxArenaBytes, MOST_PIECE_BYTES);
}

function pieceLengths(bytes: number, piece: number): number[] {
  const lengths: number[] = [];
  for (let left = bytes; left > 0; left -= piece) lengths.push(Math.min(left, piece));
  return lengths;
}

/** The processor's own copy, without a device between. */
async function copyMemory({ src, dst }: { readonly src: Uint8Array; readonly dst: Uint8Array }, lengths: readonly number[]): Promise<Timed> {
  const start = performance.now();
  for (const length of lengths) dst.set(length === src.length ? src : src.subarray(0, length));
  return { wall: (performance.now() - start) / 1000, encode: null, submit: null, gpu: null, prepare: null };
}

/** A device's times as a sample has them. */
export function timedOf({ wall, encode, submit, gpu }: Elapsed): Timed {
  return { wall, encode, submit, gpu, prepare: null };
}
