/** @file The main KV list: full-pool pages, one list for every entry. */
import { pageList, type TokenLocations } from './pageList.ts';

/** Pages of positions [from, to): what P sends of a chunk, and what D offers past its prefix (`send_kv_chunk`, `_pre_alloc`; 2026-08). */
export function kvPages(tokens: TokenLocations, from: number, to: number, pageSizeTokens: number): Int32Array {
  return pageList(tokens.at, from, to, pageSizeTokens);
}
