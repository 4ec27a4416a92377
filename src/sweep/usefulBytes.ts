/**
 * @file How many of the bytes that travel decode has a use for: rows of the positions that it needs. The rest is padding of items, and rows of items' other positions (beyond the
 * request's end, before the window).
 */
import type { HandOff } from '../session/handOff.ts';

/**
 * Bytes of all rows that decode's ranks need of all requests, each row counted once a rank. Asked of the pools' lanes, not of the plan; layer by layer, so that items which hold all layers
 * have the useful bytes that the layers have.
 */
export function usefulBytes({ decode, requests }: HandOff): number {
  let bytes = 0;
  const lanes = decode.ranks.flatMap(({ pools }) => pools.flatMap((pool) => pool.layerLanes?.() ?? pool.lanes()));
  for (const lane of lanes) {
    for (const { tokens, decodePrefixTokens, places } of requests) {
      const [from, to] = lane.needed(tokens, decodePrefixTokens);
      // Several positions share a row: compressed tokens, and rings that have gone round.
      const seen = new Set<number>();
      for (let position = from; position < to; position++) {
        const row = lane.rowAt(places.decode, position);
        if (row === null || seen.has(row.byteOffset)) continue;
        bytes += row.bytes;
        seen.add(row.byteOffset);
      }
    }
  }
  return bytes;
}
