/**
 * @file The seam between what should happen to memory and what makes it happen. The CPU device is the reference; the WebGPU device must give
 * the same bytes and the same counts. Nothing here knows of pools, plans or requests.
 */
import type { StampWidth } from '../core/stampCode.ts';

/** What is known of the adapter behind a device. Printed with every figure it makes. */
export interface AdapterInfo {
  /** As the driver gives it, such as `SwiftShader Device (Subzero)` or `cpu (TypeScript reference)`. */
  readonly name: string;
  /** `vulkan`, `opengles`, `metal`, `d3d12`, `cpu`. */
  readonly backend: string;
  /** True for every adapter that computes on the CPU, judged by its name. */
  readonly software: boolean;
  /** How it was found, in words: `/usr/lib/chromium/vk_swiftshader_icd.json`. */
  readonly foundBy: string;
  /** The driver and its version, as it describes itself; absent or null where it does not, and before the adapter is opened. */
  readonly driver?: string | null;
}

/** What arenas and kernels must respect. */
export interface DeviceLimits {
  /** Largest arena: what can be allocated and bound in one piece, known to work. */
  readonly maxArenaBytes: number;
  /** Budget for all arenas and scratch together. */
  readonly maxMemoryBytes: number;
}

/** A piece of device memory; bytes is a multiple of 16. Opaque to all but its device. */
export interface Arena {
  readonly id: number;
  readonly bytes: number;
}

/**
 * Copies between two arenas, as struct-of-arrays; all values are multiples of 4. Destinations within one table must not overlap: the device may
 * carry its rows out in any order, at once. Source and destination arenas differ.
 */
export interface CopyTable {
  readonly count: number;
  readonly srcOffset: Float64Array;
  readonly dstOffset: Float64Array;
  readonly bytes: Uint32Array;
}

/** Rows of `rowBytes`: the first `headBytes` of each hold the 32-bit word `headWord`, the rest `tailWord`. Byte counts are multiples of 4. */
export interface RowPattern {
  readonly rowBytes: number;
  readonly headBytes: number;
  readonly headWord: number;
  readonly tailWord: number;
}

/**
 * What a stretch of an arena should hold. Segments of one `account` call are in ascending order, do not overlap, and cover the arena whole.
 *
 * Word numbers are integers below 2^53; `stampWord` (core/stampCode.ts) gives a word's value from its number and the stamp width in use.
 */
export interface Segment {
  /** First byte, and length; multiples of 4. */
  readonly offset: number;
  readonly bytes: number;
  readonly expect: /** Nobody should have written here: each word still holds its own number. */
    | { readonly kind: 'untouched' }
    /** Words numbered from `firstNumber` should have arrived. */
    | { readonly kind: 'stamped'; readonly firstNumber: number }
    /** D's own reset: a row pattern, of which the segment starts `phaseBytes` into a row. */
    | { readonly kind: 'filled'; readonly pattern: RowPattern; readonly phaseBytes: number }
    /** Something should have arrived, but no sender has it: whatever is here is wrong, or missing when it is still the poison. */
    | { readonly kind: 'unsupplied' };
}

/** Per segment, in the order given: words that are not as expected, and how many of these still hold their own number (poison). */
export interface SegmentCounts {
  readonly bad: Float64Array;
  readonly missing: Float64Array;
}

/** Consecutive words that are not as expected and belong together: the same class, and actual values whose numbers go up by one (or stay alike where they are no stamps). */
export interface BadSpan {
  /** Index of the segment. */
  readonly segment: number;
  /** First byte in the arena, and length. */
  readonly offset: number;
  readonly bytes: number;
  /** What the first words of the span hold, at most four: enough to invert the first number, wide stamps included. */
  readonly firstValues: readonly number[];
}

/** How long a piece of work took, seconds. */
export interface Elapsed {
  /** From before the first command is recorded until the work is done. */
  readonly wall: number;
  /** Of it, recording commands: for the CPU device, which carries them out as they are recorded, all of it. */
  readonly encode: number;
  /** Of it, handing what was recorded to the device. On adapters where that call does the work itself (OpenGL ES), nearly all of it. */
  readonly submit: number;
  /** On the adapter's own clock, from the first command begun to the last one done, waiting for commands still being recorded included. Null where there is no believable figure. */
  readonly gpu: number | null;
  /** Why `gpu` is null, in words; null where it is not. */
  readonly whyNoGpu: string | null;
}

/**
 * Commands recorded for one submission. Commands of a batch take effect in the order recorded, except that the rows of one table have no order.
 */
export interface Batch {
  /** One copy command. All multiples of 4; arenas differ. */
  copy(src: Arena, srcOffset: number, dst: Arena, dstOffset: number, bytes: number): void;
  /** One kernel that carries out a whole table. */
  copyTable(src: Arena, dst: Arena, table: CopyTable): void;
  /** Hands what is recorded so far to the device, so that it works while more is recorded. */
  flush(): void;
}

/** Memory and the few things that can be done to it. Everything async rejects with SimError (device-lost, out-of-memory, gpu-validation, device-timeout), once. */
export interface Device {
  readonly adapter: AdapterInfo;
  readonly limits: DeviceLimits;
  /**
   * Allocates arenas, all or none; lengths are rounded up to 16 bytes.
   * @throws SimError(memory-budget) before anything is allocated when the sum passes `limits.maxMemoryBytes` less what is held
   */
  createArenas(lengths: readonly number[]): Promise<Arena[]>;
  /** Frees arenas at once; later use of them is an error. */
  destroyArenas(arenas: readonly Arena[]): Promise<void>;
  /** Numbers all words of the arena: word i gets the value of number `firstNumber + i`. */
  stamp(arena: Arena, firstNumber: number, width: StampWidth): Promise<void>;
  /** Writes a row pattern; the first row starts at `offset`. */
  fill(arena: Arena, offset: number, bytes: number, pattern: RowPattern): Promise<void>;
  /** Seconds on the host's clock, by which `Elapsed.wall` is taken: for work that goes through more than one device, or the host. */
  hostSeconds(): number;
  /** The step of the clock behind `Elapsed.gpu`, seconds; null where the adapter has none. Measured when first asked for. */
  clockQuantum(): Promise<number | null>;
  /** Records with `record`, submits, waits for the end. */
  run(record: (batch: Batch) => void): Promise<Elapsed>;
  /** Accounts for every word of an arena whose own numbers start at `ownFirstNumber`. */
  account(arena: Arena, ownFirstNumber: number, width: StampWidth, segments: readonly Segment[]): Promise<SegmentCounts>;
  /**
   * The first `limit` bad spans in address order, and of each segment at most its first `perSegment` (default: as many as there are); exact and in the same order
   * on every device. Segments ascend and do not overlap, but need not cover the arena: a diagnosis looks into a few of them, a little into each.
   */
  badSpans(arena: Arena, ownFirstNumber: number, width: StampWidth, segments: readonly Segment[], limit: number, perSegment?: number): Promise<BadSpan[]>;
  /** A bare read pass over the arena (sums its words): the yardstick for `account`. */
  readPass(arena: Arena): Promise<{ sum: number; elapsed: Elapsed }>;
  read(arena: Arena, offset: number, bytes: number): Promise<Uint8Array>;
  write(arena: Arena, offset: number, data: Uint8Array): Promise<void>;
  /**
   * A second device on the same adapter, with memory of its own out of the same budget; to be closed by whoever asked for it.
   * @throws SimError(no-device) where the adapter gives one device only
   */
  sibling(): Promise<Device>;
  /** Frees everything. Idempotent. */
  close(): Promise<void>;
}
