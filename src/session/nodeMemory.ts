/**
 * @file Both nodes made real on one device: arenas for every rank, prefill stamped with its own numbers, decode poisoned with its.
 */
import type { StampWidth } from '../core/stampCode.ts';
import type { Arena, Device } from '../device/device.ts';
import type { Rank } from '../kvargs/rank.ts';
import { type ArenaWindow, planArenas } from '../memory/arenaPlan.ts';
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

/** Numbers for all words of both nodes. Tensor- and context-parallel ranks of a prefill stage hold the same content, and so the same numbers. */
export function numberNodes(prefill: Node, decode: Node, forceWidth?: StampWidth): Numbering {
  return numberRanks(
    [
      ...prefill.ranks.map((rank) => ({ side: 'prefill' as const, index: rank.rankIndex, space: rank.space, content: `prefill stage ${rank.ppRank}` })),
      ...decode.ranks.map((rank) => ({ side: 'decode' as const, index: rank.rankIndex, space: rank.space, content: `decode rank ${rank.rankIndex}` })),
    ],
    forceWidth,
  );
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

/** Writes what decode resets when it admits a request at `slot`, on every rank. */
export async function resetSlot(device: Device, decode: readonly RankMemory[], slot: number): Promise<void> {
  for (const memory of decode) {
    for (const pool of memory.rank.pools) {
      for (const { tensor, byteOffset, bytes, ...pattern } of pool.resets(slot)) {
        const offset = memory.space.offsetOf(tensor) + byteOffset;
        const piece = memory.pieces.find(({ window }) => offset >= window.offset && offset < window.offset + window.bytes);
        if (piece !== undefined) await device.fill(piece.arena, offset - piece.window.offset, bytes, pattern);
      }
    }
  }
}

/** Arenas of some ranks, for freeing. */
export function arenasOf(memories: readonly RankMemory[]): Arena[] {
  return memories.flatMap((memory) => memory.pieces.map((piece) => piece.arena));
}
