/** @file Segments cut into chunks, as shaders/chunks.wgsl lays them out: what a kernel hands to its workgroups. */
import { NARROW_LIMIT } from '../../core/stampCode.ts';
import type { Segment } from '../device.ts';

/** Words of a chunk at most (64 KiB): enough to make the fixed cost of a workgroup small, little enough to share out evenly. */
export const CHUNK_WORDS = 16384;
/** 32-bit fields of a chunk. */
export const CHUNK_FIELDS = 12;
/** The numbers that chunks.wgsl has for the kinds of segments. */
export const CHUNK_KINDS = { untouched: 0, stamped: 1, filled: 2, unsupplied: 3 } as const;

/** Words of marks that a chunk takes at most: marksAt and BATCHES of chunks.wgsl. */
export function markWords(workgroupSize: number): number {
  return Math.ceil(CHUNK_WORDS / 4 / (64 * workgroupSize)) * workgroupSize;
}

/** Chunks in address order. */
export interface ChunkTable {
  readonly count: number;
  /** CHUNK_FIELDS words a chunk. */
  readonly fields: Uint32Array<ArrayBuffer>;
  /** Index of each chunk's segment. */
  readonly segment: Uint32Array;
}

/** Cuts segments that satisfy `demandAscending`; a chunk lies within one segment. */
export function chunkTable(segments: readonly Segment[], ownFirstNumber: number): ChunkTable {
  const count = segments.reduce((sum, { bytes }) => sum + Math.ceil(bytes / 4 / CHUNK_WORDS), 0);
  const fields = new Uint32Array(count * CHUNK_FIELDS);
  const segmentOf = new Uint32Array(count);
  let chunk = 0;
  segments.forEach(({ offset, bytes, expect }, index) => {
    for (let done = 0; done < bytes / 4; done += CHUNK_WORDS) {
      const firstWord = offset / 4 + done;
      const number = expect.kind === 'stamped' ? expect.firstNumber + done : ownFirstNumber + firstWord;
      const shape = [firstWord, Math.min(CHUNK_WORDS, bytes / 4 - done), CHUNK_KINDS[expect.kind], Math.min(2, done), ...numberWords(number)];
      fields.set(shape, chunk * CHUNK_FIELDS);
      if (expect.kind === 'filled') {
        const { rowBytes, headBytes, headWord, tailWord } = expect.pattern;
        const column = (expect.phaseBytes / 4 + done) % (rowBytes / 4);
        fields.set([column, rowBytes / 4, headBytes / 4, headWord, tailWord], chunk * CHUNK_FIELDS + shape.length);
      }
      segmentOf[chunk++] = index;
    }
  });
  return { count, fields, segment: segmentOf };
}

/** The table of some of the chunks, in the order given. */
export function someChunks(table: ChunkTable, chunks: readonly number[]): ChunkTable {
  const fields = new Uint32Array(chunks.length * CHUNK_FIELDS);
  chunks.forEach((chunk, i) => {
    fields.set(table.fields.subarray(chunk * CHUNK_FIELDS, (chunk + 1) * CHUNK_FIELDS), i * CHUNK_FIELDS);
  });
  return { count: chunks.length, fields, segment: Uint32Array.from(chunks, (chunk) => table.segment[chunk] as number) };
}

/** A word number as the shaders' `Number`: low and high 32 bits. */
export function numberWords(number: number): [low: number, high: number] {
  return [number % NARROW_LIMIT, Math.floor(number / NARROW_LIMIT)];
}
