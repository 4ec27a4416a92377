/**
 * @file A plan's shape without its consequences: the same runs, or an even sample of them, read where they lie on prefill and written to scratch memory. What is fastest on it is fastest on the
 * plan, as far as that can be known before the plan is carried out.
 */
import { alignUp } from '../core/units.ts';
import type { Arena, CopyTable, Device } from '../device/device.ts';
import type { Moves } from './moves.ts';
import { isTight } from './tight.ts';

/** Enough that fixed costs show as they do in large plans, little enough to be moved some dozen times within a second. */
const MOST_BYTES = 32 * 2 ** 20;
/** Longer runs are cut: past this length all of them cost the same a byte. Shorter ones would stay in the caches, which long ones do not. */
const LONGEST_RUN_BYTES = 16 * 2 ** 20;
/** With less memory than this nothing is measured. */
const LEAST_BYTES = 2 ** 20;

/** A plan's shape on scratch memory. */
export interface Probe {
  readonly moves: readonly Moves[];
  readonly bytes: number;
  /** Frees the scratch memory; to be called once. */
  release(): Promise<void>;
}

/** Makes a probe of moves that have no order; null where there is no memory for one. @throws SimError of the device */
export async function makeProbe(device: Device, moves: readonly Moves[]): Promise<Probe | null> {
  for (let most = MOST_BYTES; most >= LEAST_BYTES; most /= 2) {
    const shapes = sample(moves, most);
    try {
      return await placeProbe(device, shapes);
    } catch (error) {
      if (!isTight(error)) throw error;
    }
  }
  return null;
}

/** Every n-th run of each table, so that all together are at most about `mostBytes`. */
function sample(moves: readonly Moves[], mostBytes: number): Moves[] {
  const cut = (length: number) => Math.min(length, LONGEST_RUN_BYTES);
  const bytes = moves.reduce((sum, { table }) => sum + table.bytes.reduce((total, length) => total + cut(length), 0), 0);
  const step = Math.max(1, Math.ceil(bytes / mostBytes));
  return moves.map(({ src, dst, table }) => {
    const rows = Array.from({ length: Math.ceil(table.count / step) }, (_, i) => i * step);
    const pick = (values: Float64Array | Uint32Array) => Float64Array.from(rows, (row) => values[row] as number);
    const picked = {
      srcOffset: pick(table.srcOffset),
      dstOffset: pick(table.dstOffset),
      bytes: Uint32Array.from(rows, (row) => cut(table.bytes[row] as number)),
    };
    return { src, dst, table: { count: rows.length, ...picked } };
  });
}

/** Destinations keep their order and their place within a vector, and lose the gaps between them. */
async function placeProbe(device: Device, shapes: readonly Moves[]): Promise<Probe> {
  const packed = shapes.map(({ table }) => packDestinations(table));
  const arenas = await device.createArenas(packed.map(({ bytes }) => bytes));
  const moves = shapes.map(({ src }, i): Moves => ({ src, dst: arenas[i] as Arena, table: (packed[i] as { table: CopyTable }).table }));
  const bytes = moves.reduce((sum, { table }) => sum + table.bytes.reduce((total, length) => total + length, 0), 0);
  return { moves, bytes, release: () => device.destroyArenas(arenas) };
}

function packDestinations(table: CopyTable): { readonly table: CopyTable; readonly bytes: number } {
  const dstOffset = new Float64Array(table.count);
  let end = 0;
  for (const row of Array.from(table.dstOffset.keys()).sort((a, b) => (table.dstOffset[a] as number) - (table.dstOffset[b] as number))) {
    dstOffset[row] = alignUp(end, 16) + ((table.dstOffset[row] as number) % 16);
    end = (dstOffset[row] as number) + (table.bytes[row] as number);
  }
  return { table: { ...table, dstOffset }, bytes: end };
}
