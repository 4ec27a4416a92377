/**
 * @file Prefill and decode as two devices: prefill's memory lies on a second device of the same adapter, and bytes get from one to the other through the host, since WebGPU has no other
 * way between devices. A detour, for what such a boundary costs.
 */
import type { Arena, Device } from '../device/device.ts';
import type { LoweredPlan } from './lower.ts';
import type { Moves } from './moves.ts';
import type { Strategy } from './strategy.ts';
import { throughHost } from './throughHost.ts';

/** Pieces in which prefill's memory is brought over beforehand. */
const MIRROR_BYTES = 16 * 2 ** 20;

/** Gathered on a second device, read into host memory, written to decode's device, scattered. */
export const twoDevices: Strategy = {
  name: 'two-devices',
  kind: 'detour',
  title: 'prefill’s memory on a second device of the same adapter: gathered there, through host memory, scattered on decode’s',
  prepare: async (device, lowered) => {
    const second = await device.sibling();
    try {
      const moves = await mirrored(device, second, lowered);
      return await throughHost(second, device, { moves, bytes: lowered.bytes }, () => second.close());
    } catch (error) {
      await second.close();
      throw error;
    }
  },
};

/** The same moves with their source arenas on the second device, contents and all. */
async function mirrored(device: Device, second: Device, { moves }: LoweredPlan): Promise<Moves[]> {
  const sources = [...new Set(moves.map(({ src }) => src))];
  const copies = await second.createArenas(sources.map(({ bytes }) => bytes));
  for (const [i, source] of sources.entries()) {
    for (let offset = 0; offset < source.bytes; offset += MIRROR_BYTES) {
      const bytes = Math.min(MIRROR_BYTES, source.bytes - offset);
      await second.write(copies[i] as Arena, offset, await device.read(source, offset, bytes));
    }
  }
  const copyOf = new Map(sources.map((source, i) => [source, copies[i] as Arena]));
  return moves.map((move) => ({ ...move, src: copyOf.get(move.src) as Arena }));
}
