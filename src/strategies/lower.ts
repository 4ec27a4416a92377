/**
 * @file From a plan's addresses to copies between arenas: every block is placed in its arenas, blocks are bucketed by (source arena, destination arena), and what a
 * network card would refuse, a block that does not lie in one registered tensor, is set aside and named.
 */
import type { Arena, CopyTable } from '../device/device.ts';
import type { AddressSpace } from '../memory/addressSpace.ts';
import type { ArenaWindow } from '../memory/arenaPlan.ts';
import type { Blocks, Plan } from '../plan/plan.ts';
import type { Moves } from './moves.ts';
import { destinationsAreDisjoint, splitWhereOverlapping } from './overlap.ts';

/** A rank's memory on a device. */
export interface RankArenas {
  readonly space: AddressSpace;
  readonly pieces: readonly { readonly window: ArenaWindow; readonly arena: Arena }[];
}

/** A block that leaves its region: on the wire the copy would fail. `side` is where it leaves. */
export interface OutOfRangeBlock {
  readonly block: number;
  readonly side: 'prefill' | 'decode';
  readonly offset: number;
  readonly bytes: number;
}

/** A plan ready for a strategy. */
export interface LoweredPlan {
  readonly moves: readonly Moves[];
  /** True when some destinations overlap (only wrong plans have such): moves must then take effect in the order given. */
  readonly ordered: boolean;
  readonly blocks: number;
  readonly bytes: number;
  readonly outOfRange: readonly OutOfRangeBlock[];
}

/** Where a tensor sits: its bytes in the rank's address space, and the arena piece that mirrors them. */
interface Home {
  readonly from: number;
  readonly to: number;
  readonly piece: number;
  /** Arena offset = address-space offset - shift. */
  readonly shift: number;
}

/**
 * Places all blocks of a plan. Blocks whose destinations overlap (only wrong plans have such) are split into moves that keep their order.
 * @param prefill, decode the ranks' arenas, by rank index
 */
export function lowerPlan(plan: Plan, prefill: readonly RankArenas[], decode: readonly RankArenas[]): LoweredPlan {
  const sourceBase = pieceBases(prefill);
  const targetBase = pieceBases(decode);
  const targetPieces = decode.reduce((sum, rank) => sum + rank.pieces.length, 0);
  const { blocks } = plan;
  const bucketOf = new Int32Array(blocks.count).fill(-1);
  const shiftSrc = new Float64Array(blocks.count);
  const shiftDst = new Float64Array(blocks.count);
  const bucketCounts = new Map<number, number>();
  const outOfRange: OutOfRangeBlock[] = [];
  let total = 0;
  let homeSrc: Home | null = null;
  let homeDst: Home | null = null;
  let lastEntry = -1;
  for (let i = 0; i < blocks.count; i++) {
    const entry = blocks.entry[i] as number;
    const src = blocks.srcOffset[i] as number;
    const dst = blocks.dstOffset[i] as number;
    const bytes = blocks.bytes[i] as number;
    const { prefillRank, decodeRank } = plan.entries[entry] as Plan['entries'][number];
    if (entry !== lastEntry) {
      homeSrc = null;
      homeDst = null;
      lastEntry = entry;
    }
    if (homeSrc === null || src < homeSrc.from || src + bytes > homeSrc.to) homeSrc = findHome(prefill[prefillRank], src, bytes);
    if (homeDst === null || dst < homeDst.from || dst + bytes > homeDst.to) homeDst = findHome(decode[decodeRank], dst, bytes);
    if (homeSrc === null || homeDst === null) {
      outOfRange.push(homeSrc === null ? { block: i, side: 'prefill', offset: src, bytes } : { block: i, side: 'decode', offset: dst, bytes });
      continue;
    }
    const bucket = ((sourceBase[prefillRank] ?? 0) + homeSrc.piece) * targetPieces + (targetBase[decodeRank] ?? 0) + homeDst.piece;
    bucketOf[i] = bucket;
    bucketCounts.set(bucket, (bucketCounts.get(bucket) ?? 0) + 1);
    shiftSrc[i] = homeSrc.shift;
    shiftDst[i] = homeDst.shift;
    total += bytes;
  }
  const sources = prefill.flatMap((rank) => rank.pieces.map((piece) => piece.arena));
  const targets = decode.flatMap((rank) => rank.pieces.map((piece) => piece.arena));
  const toMoves = ([bucket, table]: readonly [number, CopyTable]): Moves => ({
    src: sources[Math.floor(bucket / targetPieces)] as Arena,
    dst: targets[bucket % targetPieces] as Arena,
    table,
  });
  const placed: PlacedBlocks = { blocks, bucketOf, shiftSrc, shiftDst };
  const moves = [...fillBuckets(placed, bucketCounts)].map(toMoves);
  const ordered = !destinationsAreDisjoint(moves);
  return {
    moves: ordered ? inPlanOrder(placed).map(toMoves).flatMap(splitWhereOverlapping) : moves,
    ordered,
    blocks: blocks.count - outOfRange.length,
    bytes: total,
    outOfRange,
  };
}

/** Blocks with the bucket each fell into (-1 = out of range) and the shifts that make arena offsets. */
interface PlacedBlocks {
  readonly blocks: Blocks;
  readonly bucketOf: Int32Array;
  readonly shiftSrc: Float64Array;
  readonly shiftDst: Float64Array;
}

/** Running number of each rank's first piece. */
function pieceBases(ranks: readonly RankArenas[]): number[] {
  let next = 0;
  return ranks.map((rank) => {
    const base = next;
    next += rank.pieces.length;
    return base;
  });
}

/** The tensor that holds [offset, offset + bytes) whole; null where none does. */
function findHome(rank: RankArenas | undefined, offset: number, bytes: number): Home | null {
  const found = rank?.space.locate(offset) ?? null;
  if (rank === undefined || found === null || found.byteInTensor + bytes > found.placed.tensor.bytes) return null;
  const { placed } = found;
  const piece = rank.pieces.findIndex(({ window }) => placed.offset >= window.offset && placed.offset < window.offset + window.bytes);
  const window = rank.pieces[piece]?.window;
  if (window === undefined) return null;
  return { from: placed.offset, to: placed.offset + placed.tensor.bytes, piece, shift: window.offset };
}

/** One exact-size table a bucket, rows in plan order. */
function fillBuckets(placed: PlacedBlocks, counts: ReadonlyMap<number, number>): Map<number, CopyTable> {
  const tables = new Map<number, CopyTable>();
  const cursors = new Map<number, number>();
  for (const [bucket, count] of counts) {
    tables.set(bucket, emptyTable(count));
    cursors.set(bucket, 0);
  }
  for (let i = 0; i < placed.blocks.count; i++) {
    const bucket = placed.bucketOf[i] as number;
    const table = tables.get(bucket);
    if (table === undefined) continue;
    const at = cursors.get(bucket) ?? 0;
    setRow(table, at, placed, i);
    cursors.set(bucket, at + 1);
  }
  return tables;
}

/** A table for every stretch of consecutive blocks of one bucket: the plan's order is kept across buckets. */
function inPlanOrder(placed: PlacedBlocks): [bucket: number, table: CopyTable][] {
  const stretches: [number, CopyTable][] = [];
  let from = 0;
  while (from < placed.blocks.count) {
    const bucket = placed.bucketOf[from] as number;
    let to = from + 1;
    while (to < placed.blocks.count && placed.bucketOf[to] === bucket) to += 1;
    if (bucket >= 0) {
      const table = emptyTable(to - from);
      for (let i = from; i < to; i++) setRow(table, i - from, placed, i);
      stretches.push([bucket, table]);
    }
    from = to;
  }
  return stretches;
}

function emptyTable(count: number): CopyTable {
  return { count, srcOffset: new Float64Array(count), dstOffset: new Float64Array(count), bytes: new Uint32Array(count) };
}

function setRow(table: CopyTable, row: number, placed: PlacedBlocks, block: number): void {
  table.srcOffset[row] = (placed.blocks.srcOffset[block] as number) - (placed.shiftSrc[block] as number);
  table.dstOffset[row] = (placed.blocks.dstOffset[block] as number) - (placed.shiftDst[block] as number);
  table.bytes[row] = placed.blocks.bytes[block] as number;
}
