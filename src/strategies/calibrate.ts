/**
 * @file Up to which block size does the kernel beat copy commands on this device? Measured once a device, on scratch memory of its own.
 */
import { randomStream } from '../core/random.ts';
import type { CopyTable, Device } from '../device/device.ts';
import { recordCopies } from './copies.ts';
import type { Moves } from './moves.ts';

/** The outcome, with what it rests on. */
export interface Calibration {
  /** Blocks up to this size go by kernel; 0 = none do. */
  readonly borderBytes: number;
  /** Best seconds a block, by size. */
  readonly points: readonly { readonly bytes: number; readonly copySeconds: number; readonly kernelSeconds: number }[];
}

const SIZES_BYTES = [1024, 2048, 4096, 8192, 16_384, 32_768, 65_536] as const;
const BLOCKS = 192;
const ROUNDS = 3;

const known = new WeakMap<Device, Calibration>();

/** Measures both ways over the same shuffled blocks, alternating, and keeps the best of each; takes some tens of milliseconds. */
export async function calibrate(device: Device): Promise<Calibration> {
  const held = known.get(device);
  if (held !== undefined) return held;
  const arenaBytes = BLOCKS * (SIZES_BYTES.at(-1) ?? 0);
  const arenas = await device.createArenas([arenaBytes, arenaBytes]);
  try {
    const [src, dst] = arenas;
    if (src === undefined || dst === undefined) return { borderBytes: 0, points: [] };
    const points: { bytes: number; copySeconds: number; kernelSeconds: number }[] = [];
    for (const bytes of SIZES_BYTES) {
      const moves: Moves[] = [{ src, dst, table: scatteredTable(bytes) }];
      let copySeconds = Number.POSITIVE_INFINITY;
      let kernelSeconds = Number.POSITIVE_INFINITY;
      for (let round = 0; round <= ROUNDS; round++) {
        const copy = await device.run((batch) => recordCopies(batch, moves));
        const kernel = await device.run((batch) => batch.copyTable(src, dst, scatteredTable(bytes)));
        // The first round pays for fresh buffers and pipelines.
        if (round === 0) continue;
        copySeconds = Math.min(copySeconds, copy.wall / BLOCKS);
        kernelSeconds = Math.min(kernelSeconds, kernel.wall / BLOCKS);
      }
      points.push({ bytes, copySeconds, kernelSeconds });
    }
    const calibration = { borderBytes: borderOf(points), points };
    known.set(device, calibration);
    return calibration;
  } finally {
    await device.destroyArenas(arenas);
  }
}

/** The largest size up to which the kernel wins at every size measured. */
function borderOf(points: Calibration['points']): number {
  let border = 0;
  for (const { bytes, copySeconds, kernelSeconds } of points) {
    if (kernelSeconds >= copySeconds) break;
    border = bytes;
  }
  return border;
}

function scatteredTable(bytes: number): CopyTable {
  const order = Array.from({ length: BLOCKS }, (_, i) => i);
  const shuffled = randomStream(1, 'calibration').shuffle([...order]);
  return {
    count: BLOCKS,
    srcOffset: Float64Array.from(order, (i) => i * bytes),
    dstOffset: Float64Array.from(shuffled, (i) => i * bytes),
    bytes: new Uint32Array(BLOCKS).fill(bytes),
  };
}
