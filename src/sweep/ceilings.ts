/**
 * @file The adapter's own limits for so many bytes, measured beside every transfer: one contiguous copy, one contiguous copy by kernel, and on the CPU device the processor's plain
 * memory copy.
 */
import type { Arena, CopyTable, Device, Elapsed } from '../device/device.ts';
import type { Contender, Timed } from './sampling.ts';

/** What the ceilings hold on a device. */
export interface Ceilings {
  readonly bytes: number;
  readonly contiguousCopy: Contender;
  readonly contiguousShader: Contender;
  /** On the CPU device only. */
  readonly memoryCopy: Contender | null;
  release(): Promise<void>;
}

/** Number of the first word that the source is stamped with: its contents are never zeros, which some memory stores for less. */
const FIRST_NUMBER = 1;

/** Bytes that the ceilings of a transfer take on a device beside it. */
export function ceilingMemoryBytes(device: Device, bytes: number): number {
  return 2 * pieceBytes(device, bytes) * (isCpu(device) ? 2 : 1);
}

/**
 * Arenas of their own, stamped. What is larger than one arena goes in several copies of equal length, the last of what is left.
 * @param bytes of the transfer; a multiple of 4, above 0
 * @throws SimError(memory-budget) before anything is allocated
 */
export async function createCeilings(device: Device, bytes: number): Promise<Ceilings> {
  const piece = pieceBytes(device, bytes);
  const arenas = await device.createArenas([piece, piece]);
  const [src, dst] = arenas as [Arena, Arena];
  for (const arena of arenas) await device.stamp(arena, FIRST_NUMBER, 'narrow');
  const lengths = pieceLengths(bytes, piece);
  const tables = lengths.map(
    (length): CopyTable => ({ count: 1, srcOffset: new Float64Array(1), dstOffset: new Float64Array(1), bytes: Uint32Array.of(length) }),
  );
  return {
    bytes,
    contiguousCopy: async () =>
      timedOf(
        await device.run((batch) => {
          for (const length of lengths) batch.copy(src, 0, dst, 0, length);
        }),
      ),
    contiguousShader: async () =>
      timedOf(
        await device.run((batch) => {
          for (const table of tables) batch.copyTable(src, dst, table);
        }),
      ),
    memoryCopy: isCpu(device) ? memoryCopy(lengths, piece) : null,
    release: () => device.destroyArenas(arenas),
  };
}

function isCpu({ adapter }: Device): boolean {
  return adapter.backend === 'cpu';
}

function pieceBytes({ limits }: Device, bytes: number): number {
  return Math.min(Math.ceil(bytes / 16) * 16, limits.maxArenaBytes);
}

function pieceLengths(bytes: number, piece: number): number[] {
  const lengths: number[] = [];
  for (let left = bytes; left > 0; left -= piece) lengths.push(Math.min(left, piece));
  return lengths;
}

/** The processor's own copy, without a device between. */
function memoryCopy(lengths: readonly number[], piece: number): Contender {
  const src = new Uint8Array(piece).map((_, i) => i);
  const dst = new Uint8Array(piece);
  return async () => {
    const start = performance.now();
    for (const length of lengths) dst.set(length === piece ? src : src.subarray(0, length));
    return { wall: (performance.now() - start) / 1000, encode: null, submit: null, gpu: null, prepare: null };
  };
}

/** A device's times as a sample has them. */
export function timedOf({ wall, encode, submit, gpu }: Elapsed): Timed {
  return { wall, encode, submit, gpu, prepare: null };
}
