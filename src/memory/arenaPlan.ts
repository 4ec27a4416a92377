/**
 * @file Cutting a rank's address space into arenas: what a device can hold and bind in one piece. An arena mirrors a window of the address
 * space, gaps included, so that offset and word number stay one addition apart, and stray writes into gaps are seen.
 */
import { SimError } from '../core/errors.ts';
import { formatBytes } from '../core/units.ts';
import type { AddressSpace } from './addressSpace.ts';

/** A window [offset, offset + bytes) of a rank's address space. Both are multiples of 4 KiB. */
export interface ArenaWindow {
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Cuts at tensor boundaries; every arena is at most `maxBytes`, and no tensor straddles two.
 * @throws SimError(memory-budget) when one tensor alone is larger than an arena can be
 */
export function planArenas(space: AddressSpace, maxBytes: number): readonly ArenaWindow[] {
  const windows: ArenaWindow[] = [];
  let start = 0;
  for (let i = 0; i < space.tensors.length; i++) {
    const placed = space.tensors[i];
    if (placed === undefined) break;
    const end = space.tensors[i + 1]?.offset ?? space.bytes;
    if (end - placed.offset > maxBytes) {
      throw new SimError('memory-budget', {
        what: `tensor ${placed.tensor.name} does not fit in one binding of this adapter`,
        values: { asked: formatBytes(placed.tensor.bytes), 'to be had': formatBytes(maxBytes) },
        mend: 'Lower poolTokens or slots, or take another adapter (--device).',
      });
    }
    if (end - start > maxBytes) {
      windows.push({ offset: start, bytes: placed.offset - start });
      start = placed.offset;
    }
  }
  if (space.bytes > start) windows.push({ offset: start, bytes: space.bytes - start });
  return windows;
}
