/**
 * @file Context parallelism on P: which of a request's pages a rank sends when every CP rank takes part.
 */

/**
 * Page positions [start, end) of one rank: contiguous parts, the first `totalPages mod cpSize` of them one page longer
 * (`_get_cp_rank_page_bounds`, 2026-08).
 */
export function cpRankPageBounds(totalPages: number, cpRank: number, cpSize: number): readonly [start: number, end: number] {
  const base = Math.floor(totalPages / cpSize);
  const longer = totalPages % cpSize;
  const start = cpRank * base + Math.min(cpRank, longer);
  return [start, start + base + (cpRank < longer ? 1 : 0)];
}

/** A chunk of a request's page list: the pages at positions [sliceStart, sliceStop). A `null` bound is an open end, as in a Python slice. */
export interface PageChunk {
  readonly indices: Int32Array;
  readonly sliceStart: number | null;
  readonly sliceStop: number | null;
}

/**
 * The part of a chunk that a rank sends, by page *position* (`filter_kv_indices_for_cp_rank`, 2026-08). Without context parallelism the chunk passes
 * unchanged; a rank with no part in it gets an empty chunk at the chunk's own start.
 * @param totalPages pages of the whole request; null = the chunk is all of it
 */
export function filterKvIndicesForCpRank(chunk: PageChunk, totalPages: number | null, cpRank: number, cpSize: number): PageChunk {
  if (cpSize <= 1) return chunk;
  const total = totalPages ?? chunk.indices.length;
  const [rankStart, rankEnd] = cpRankPageBounds(total, cpRank, cpSize);
  const chunkStart = chunk.sliceStart ?? 0;
  const chunkEnd = chunk.sliceStop ?? total;
  const first = Math.max(rankStart, chunkStart) - chunkStart;
  const last = Math.min(rankEnd, chunkEnd) - chunkStart;
  if (last <= first) return { indices: chunk.indices.subarray(0, 0), sliceStart: chunkStart, sliceStop: chunkStart };
  return { indices: chunk.indices.subarray(first, last), sliceStart: chunkStart + first, sliceStop: chunkStart + last };
}

/**
 * The older split, by page id *value* (`page_indices_to_cp_rank_page_indices`, removed upstream on 2026-08-21): a rank keeps, in order, the ids in its
 * bounds counted from the smallest id. Ids that are not one contiguous range are lost, which is why it was replaced.
 */
export function pageIndicesToCpRank(pageIndices: Int32Array, totalPages: number, cpRank: number, cpSize: number): Int32Array {
  if (cpSize <= 1 || pageIndices.length === 0) return pageIndices;
  const smallest = pageIndices.reduce((least, id) => Math.min(least, id));
  const [start, end] = cpRankPageBounds(totalPages, cpRank, cpSize);
  return pageIndices.filter((id) => id >= smallest + start && id < smallest + end);
}
