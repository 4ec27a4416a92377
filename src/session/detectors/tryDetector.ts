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
    const awaited = awaitedOf(handOff, memory);
    const sent: Uint32Array[] = [];
    for (const { prefill, prefillOffset, bytes } of awaited) sent.push(await readWords(device, prefill, prefillOffset, bytes));
    await transfer(device, handOff, memory, strategy);
    const arrivals: ArrivalBytes[] = [];
    for (const [index, { request, decode, decodeOffset, bytes }] of awaited.entries()) {
      arrivals.push({ request, sent: sent[index] as Uint32Array, found: await readWords(device, decode, decodeOffset, bytes) });
    }
    return detector.rings(arrivals);
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

/** A place where data should arrive, and the place on prefill that it should come from. */
interface Awaited {
  readonly request: number;
  readonly decode: RankMemory;
  readonly decodeOffset: number;
  readonly prefill: RankMemory;
  readonly prefillOffset: number;
  readonly bytes: number;
}

/** All places where data should arrive. */
function awaitedOf(handOff: HandOff, memory: NodeMemory): Awaited[] {
  return memory.decode.flatMap((decode) =>
    expectedOn(decode, handOff, memory).stretches.flatMap(({ expect, offset: decodeOffset, bytes, request }): Awaited[] => {
      if (expect.kind !== 'stamped') return [];
      const origin = memory.numbering.originOf(expect.firstNumber);
      const prefill = origin === null ? undefined : memory.prefill[origin.rank.index];
      return origin === null || prefill === undefined ? [] : [{ request, decode, decodeOffset, prefill, prefillOffset: origin.offset, bytes }];
    }),
  );
}

/** Words of a rank's memory. Only what is compared is read: reading whole pools took nine tenths of the time. */
async function readWords(device: Device, { pieces }: RankMemory, offset: number, bytes: number): Promise<Uint32Array> {
  const words = new Uint8Array(bytes);
  for (const { arena, window } of pieces) {
    const from = Math.max(offset, window.offset);
    const to = Math.min(offset + bytes, window.offset + window.bytes);
    if (to > from) words.set(await device.read(arena, from - window.offset, to - from), from - offset);
  }
  return new Uint32Array(words.buffer);
}
