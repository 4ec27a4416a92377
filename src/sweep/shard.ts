/** @file Parts of a sweep: `2/4` is every fourth point, from the second on. */
import { SimError } from '../core/errors.ts';

/** A part of a sweep. */
export interface Shard {
  /** From 1 to `of`. */
  readonly shard: number;
  readonly of: number;
}

/** All of a sweep. */
export const WHOLE: Shard = { shard: 1, of: 1 };

/**
 * Reads `i/n`.
 * @throws SimError(bad-input)
 */
export function parseShard(text: string, flag: string): Shard {
  const [, shard = '', of = ''] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text.trim()) ?? [];
  if (shard !== '' && Number(shard) <= Number(of)) return { shard: Number(shard), of: Number(of) };
  throw new SimError('bad-input', { what: 'this is no shard', values: { found: text }, where: { file: flag }, mend: 'Write which of how many, such as 2/4.' });
}

/** As `parseShard` reads it. */
export function formatShard({ shard, of }: Shard): string {
  return `${shard}/${of}`;
}

/** Whether a point, by its place in the whole sweep, belongs to a shard. */
export function isInShard(index: number, { shard, of }: Shard): boolean {
  return index % of === shard - 1;
}

/** How many points of a sweep of `sweepPoints` a shard has. */
export function shardPoints(sweepPoints: number, { shard, of }: Shard): number {
  return Math.max(0, Math.ceil((sweepPoints - (shard - 1)) / of));
}
