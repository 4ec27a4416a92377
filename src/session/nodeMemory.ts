/**
 * @file Both nodes made real on one device: arenas for every rank, prefill stamped with its own numbers, decode poisoned with its.
 */
import { type StampWidth, stampWord } from '../core/stampCode.ts';
import type { Arena, Device } from '../device/device.ts';
import type { WordEdit } from '../faults/fault.ts';
import type { Rank } from '../kvargs/rank.ts';
import { type ArenaWindow, planArenas } from '../memory/arenaPlan.ts';
import type { Step } from '../plan/plan.ts';
import { heldAt } from '../pools/lanes.ts';
import type { Placement } from '../pools/pool.ts';
import type { RankArenas } from '../strategies/lower.ts';
import { type Numbering, numberRanks } from '../verify/numbering.ts';
import type { Node } from './node.ts';

/** One arena of a rank. */
export interface ArenaPiece {
  readonly window: ArenaWindow;
  readonly arena: Arena;
}

/** A rank's memory on the device. */
export interface RankMemory extends RankArenas {
  readonly rank: Rank;
  readonly pieces: readonly ArenaPiece[];
  /** Number of the rank's first word. */
  readonly firstNumber: number;
}

/** Both nodes on the device. */
export interface NodeMemory {
  readonly prefill: readonly RankMemory[];
  readonly decode: readonly RankMemory[];
  readonly numbering: Numbering;
  readonly width: StampWidth;
}

/**
 * Numbers for all words of both nodes. Tensor- and context-parallel ranks of a prefill stage hold the same content, and so the same numbers.
 * @param generations how often prefill computes contents anew: each time, all of its words have numbers of their own
 */
export function numberNodes(prefill: Node, decode: Node, forceWidth?: StampWidth, generations = 0): Numbering {
  const ofPrefill = (generation: number) =>
    prefill.ranks.map((rank) => {
      const content = `prefill stage ${rank.ppRank}${generation === 0 ? '' : `, generation ${generation}`}`;
      return { side: 'prefill' as const, index: rank.rankIndex, space: rank.space, content };
    });
  const ofDecode = decode.ranks.map((rank) => ({
    side: 'decode' as const,
    index: rank.rankIndex,
    space: rank.space,
    content: `decode rank ${rank.rankIndex}`,
  }));
  const later = Array.from({ length: generations }, (_, i) => ofPrefill(i + 1)).flat();
  return numberRanks([...ofPrefill(0), ...ofDecode, ...later], forceWidth);
}

/** Number of a prefill rank's first word in a generation of its contents. */
export function firstNumberAt(numbering: Numbering, { rank, firstNumber }: RankMemory, generation: number): number {
  return numbering.ranks.filter(({ side, index }) => side === rank.side && index === rank.rankIndex)[generation]?.firstNumber ?? firstNumber;
}

/** Bytes that the arenas of both nodes take. */
export function nodesBytes(prefill: Node, decode: Node): number {
  return [...prefill.ranks, ...decode.ranks].reduce((sum, rank) => sum + rank.space.bytes, 0);
}

/**
 * Allocates every rank's arenas and stamps every word.
 * @throws SimError(memory-budget) before anything is allocated, where the nodes do not fit the device
 */
export async function layOut(
  device: Device,
  prefill: Node,
  decode: Node,
  numbering: Numbering,
  onRank?: (done: number, total: number) => void,
): Promise<NodeMemory> {
  const ranks = [...prefill.ranks, ...decode.ranks];
  const windows = ranks.map((rank) => planArenas(rank.space, device.limits.maxArenaBytes));
  const arenas = await device.createArenas(windows.flat().map((window) => window.bytes));
  const { width } = numbering;
  let next = 0;
  let done = 0;
  const memories: RankMemory[] = [];
  for (const [index, rank] of ranks.entries()) {
    const firstNumber = numbering.firstNumber(rank.side, rank.rankIndex);
    const pieces: ArenaPiece[] = [];
    for (const window of windows[index] ?? []) {
      const arena = arenas[next] as Arena;
      next += 1;
      await device.stamp(arena, firstNumber + window.offset / 4, width);
      pieces.push({ window, arena });
    }
    memories.push({ rank, space: rank.space, pieces, firstNumber });
    done += 1;
    onRank?.(done, ranks.length);
  }
  return { prefill: memories.slice(0, prefill.ranks.length), decode: memories.slice(prefill.ranks.length), numbering, width };
}

/** Writes one reset of decode. */
export async function carryOutReset(device: Device, decode: readonly RankMemory[], step: Extract<Step, { kind: 'reset' }>): Promise<void> {
  const memory = decode[step.decodeRank];
  const placed = memory?.space.tensors.find(({ tensor }) => tensor.name === step.tensor);
  const found = memory === undefined || placed === undefined ? null : pieceAt(memory, placed.offset + step.byteOffset);
  if (found !== null) await device.fill(found.piece.arena, found.offset, step.bytes, step);
}

/** Writes a request's data on every prefill rank, as its forward pass does: the words of another generation, at the places that decode will ask for. */
export async function computeContents(
  device: Device,
  { prefill, numbering, width }: NodeMemory,
  { tokens, places }: { readonly tokens: number; readonly places: { readonly prefill: Placement } },
  generation: number,
): Promise<void> {
  for (const memory of prefill) {
    const first = firstNumberAt(numbering, memory, generation);
    const written = new Set<number>();
    for (const lane of memory.rank.pools.flatMap((pool) => pool.lanes())) {
      const [from, to] = lane.needed(tokens, 0);
      for (let position = from; position < to; position++) {
        const unit = heldAt(lane, places.prefill, position);
        if (unit === null) continue;
        const offset = memory.space.offsetOf(unit.tensor) + unit.byteOffset;
        const found = pieceAt(memory, offset);
        if (found !== null && !written.has(offset)) await device.write(found.piece.arena, found.offset, stampedBytes(first + offset / 4, unit.bytes, width));
        written.add(offset);
        position = Math.max(position, Math.min(to, unit.toPosition) - 1);
      }
    }
  }
}

/** Turns over bits of one word. */
export async function flipBits(device: Device, decode: readonly RankMemory[], { decodeRank, offset, xor }: WordEdit): Promise<void> {
  const memory = decode[decodeRank];
  const found = memory === undefined ? null : pieceAt(memory, offset);
  if (found === null) return;
  const bytes = await device.read(found.piece.arena, found.offset, 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, 4);
  view.setUint32(0, view.getUint32(0, true) ^ xor, true);
  await device.write(found.piece.arena, found.offset, bytes);
}

/** Little-endian words numbered from `firstNumber`. */
function stampedBytes(firstNumber: number, bytes: number, width: StampWidth): Uint8Array {
  const view = new DataView(new ArrayBuffer(bytes));
  for (let at = 0; at < bytes; at += 4) view.setUint32(at, stampWord(firstNumber + at / 4, width), true);
  return new Uint8Array(view.buffer);
}

/** The arena piece that holds an offset of the rank's address space, and the offset in it. */
function pieceAt({ pieces }: RankMemory, offset: number): { readonly piece: ArenaPiece; readonly offset: number } | null {
  const piece = pieces.find(({ window }) => offset >= window.offset && offset < window.offset + window.bytes);
  return piece === undefined ? null : { piece, offset: offset - piece.window.offset };
}

/** Arenas of some ranks, for freeing. */
export function arenasOf(memories: readonly RankMemory[]): Arena[] {
  return memories.flatMap((memory) => memory.pieces.map((piece) => piece.arena));
}
