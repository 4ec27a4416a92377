/** @file One verifier on one hand-off, for real: prefill's memory gets its contents, the plan is carried out, and decode's memory is looked at as it would. */
import type { Device } from '../../device/device.ts';
import type { Strategy } from '../../strategies/strategy.ts';
import { type Area, mapAreas } from '../../verify/areas.ts';
import { transfer } from '../carryOut.ts';
import { expectedOn } from '../execute.ts';
import type { HandOff } from '../handOff.ts';
import { arenasOf, layOut, type NodeMemory, numberNodes, type RankMemory } from '../nodeMemory.ts';
import type { ArrivalBytes, PeerDetector } from './detector.ts';

/** What decode's memory holds before, with every peer that says: nothing that could pass for data. */
const TARGET_FILL = { rowBytes: 4, headBytes: 4, headWord: 0xaaaaaaaa, tailWord: 0xaaaaaaaa };

/**
 * Whether the verifier rings.
 * @param handOff prepared with its faults; carried out once only, since a fault is planted once
 */
export async function tryDetector(device: Device, handOff: HandOff, strategy: Strategy, detector: PeerDetector): Promise<boolean> {
  const memory = await layOut(device, handOff.prefill, handOff.decode, numberNodes(handOff.prefill, handOff.decode));
  try {
    await giveContents(device, memory, detector);
    const sent = await readAll(device, memory.prefill);
    await transfer(device, handOff, memory, strategy);
    return detector.rings(arrivalsOf(handOff, memory, sent, await readAll(device, memory.decode)));
  } finally {
    await device.destroyArenas([...arenasOf(memory.prefill), ...arenasOf(memory.decode)]);
  }
}

async function giveContents(device: Device, { prefill, decode }: NodeMemory, detector: PeerDetector): Promise<void> {
  for (const rank of prefill) {
    for (const area of mapAreas(rank.space, rank.rank.pools)) {
      const contents = area.tensor === null ? null : detector.contents(area);
      if (contents !== null) await writeRepeated(device, rank, area, contents);
    }
  }
  for (const { pieces } of decode) for (const { arena, window } of pieces) await device.fill(arena, 0, window.bytes, TARGET_FILL);
}

async function writeRepeated(device: Device, { pieces, space }: RankMemory, area: Area, words: Uint32Array): Promise<void> {
  const filled = new Uint32Array(area.bytes / 4);
  const phase = area.tensor === null ? 0 : (area.offset - space.offsetOf(area.tensor)) / 4;
  for (let i = 0; i < filled.length; i++) filled[i] = words[(i + phase) % words.length] as number;
  const piece = pieces.find(({ window }) => area.offset >= window.offset && area.offset < window.offset + window.bytes);
  if (piece !== undefined) await device.write(piece.arena, area.offset - piece.window.offset, new Uint8Array(filled.buffer));
}

/** Every rank's words, in one array a rank. */
async function readAll(device: Device, ranks: readonly RankMemory[]): Promise<Map<RankMemory, Uint32Array>> {
  const all = new Map<RankMemory, Uint32Array>();
  for (const rank of ranks) {
    const words = new Uint32Array(rank.space.bytes / 4);
    for (const { arena, window } of rank.pieces) {
      const bytes = await device.read(arena, 0, window.bytes);
      words.set(new Uint32Array(bytes.slice().buffer), window.offset / 4);
    }
    all.set(rank, words);
  }
  return all;
}

/** All places where data should have arrived, with both sides' words. */
function arrivalsOf(
  handOff: HandOff,
  memory: NodeMemory,
  sent: ReadonlyMap<RankMemory, Uint32Array>,
  found: ReadonlyMap<RankMemory, Uint32Array>,
): ArrivalBytes[] {
  return memory.decode.flatMap((rank) => {
    const words = found.get(rank) ?? new Uint32Array(0);
    return expectedOn(rank, handOff, memory).stretches.flatMap(({ expect, offset, bytes, request }): ArrivalBytes[] => {
      if (expect.kind !== 'stamped') return [];
      const origin = memory.numbering.originOf(expect.firstNumber);
      const source = origin === null ? undefined : sent.get(memory.prefill[origin.rank.index] as RankMemory);
      if (origin === null || source === undefined) return [];
      const from = origin.offset / 4;
      return [{ request, found: words.subarray(offset / 4, (offset + bytes) / 4), sent: source.subarray(from, from + bytes / 4) }];
    });
  });
}
