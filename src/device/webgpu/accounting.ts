/** @file `account` and `badSpans` on the GPU: chunks go up, a few numbers come back, and the host adds and joins. */
import type { StampWidth } from '../../core/stampCode.ts';
import { FIRST_VALUES } from '../cpu/badSpans.ts';
import type { BadSpan, Segment, SegmentCounts } from '../device.ts';
import { BUFFER_USAGE } from './bufferUsage.ts';
import { CHUNK_WORDS, type ChunkTable, chunkTable, markWords, numberWords, someChunks } from './chunkTable.ts';
import { dispatch, type GpuContext, readBackWords, submit, withScratch } from './gpuContext.ts';

/** An arena as the kernels see it, and what it should hold. */
export interface AccountTask {
  readonly memory: GPUBuffer;
  readonly ownFirstNumber: number;
  readonly width: StampWidth;
  readonly segments: readonly Segment[];
}

const RESULT = BUFFER_USAGE.storage | BUFFER_USAGE.copySrc;
/** 32-bit fields of a piece of a span: first word, words, continues, unused, four values. */
const PIECE_FIELDS = 8;
/** How many bad chunks are looked at in the first round at least; each round looks at twice as many. */
const FIRST_ROUND = 16;
/** Pieces that the first round makes room for whatever the limit (1 MiB): with few spans a segment, one round does. */
const FIRST_ROUND_PIECES = 2 ** 15;
/** More pieces than this are not made room for at once, whatever the limit. */
const MAX_PIECES = 2 ** 18;

/** Sums the chunks' counts to segments. */
export async function accountOnGpu(context: GpuContext, task: AccountTask): Promise<SegmentCounts> {
  const table = chunkTable(task.segments, task.ownFirstNumber);
  const counts = await countChunks(context, task, table);
  const bad = new Float64Array(task.segments.length);
  const missing = new Float64Array(task.segments.length);
  for (let chunk = 0; chunk < table.count; chunk++) {
    const segment = table.segment[chunk] as number;
    bad[segment] = (bad[segment] as number) + (counts[2 * chunk] as number);
    missing[segment] = (missing[segment] as number) + (counts[2 * chunk + 1] as number);
  }
  return { bad, missing };
}

/** (bad, missing) of each chunk. */
async function countChunks(context: GpuContext, task: AccountTask, table: ChunkTable): Promise<Uint32Array> {
  const what = 'accounting for an arena';
  const differ = await context.kernels.pipeline('differ', task.width);
  const judge = await context.kernels.pipeline('account', task.width);
  return withScratch(context, async (scratch) => {
    const counts = await context.queue.checked(what, () => {
      const chunks = scratch.table(table.fields);
      const marks = scratch.zeros(table.count * markWords(context.kernels.workgroupSize) * 4, BUFFER_USAGE.storage);
      const out = scratch.zeros(table.count * 8, RESULT);
      const differTask = scratch.uniform([table.count]);
      const judgeTask = scratch.uniform([...numberWords(task.ownFirstNumber), table.count]);
      submit(context, (encoder) => {
        dispatch(context, encoder, differ, [task.memory, chunks, marks, differTask], table.count);
        dispatch(context, encoder, judge, [task.memory, chunks, marks, out, judgeTask], table.count);
      });
      return out;
    });
    return readBackWords(context, what, `account ${task.memory.size} ${task.width}`, counts, table.count * 2);
  });
}

/** The first `limit` spans in address order, and of each segment at most the first `perSegment`. */
export async function badSpansOnGpu(context: GpuContext, task: AccountTask, limit: number, perSegment: number): Promise<BadSpan[]> {
  const table = chunkTable(task.segments, task.ownFirstNumber);
  const counts = await countChunks(context, task, table);
  const badChunks = Array.from({ length: table.count }, (_, chunk) => chunk).filter((chunk) => counts[2 * chunk] !== 0);
  // A span is known whole only when the next one has begun, so one more than asked is looked for. No chunk has more than it has words.
  const capacity = Math.min(limit + 1, perSegment + 1, CHUNK_WORDS);
  let round = Math.max(FIRST_ROUND, Math.floor(FIRST_ROUND_PIECES / capacity));
  const spans: BadSpan[] = [];
  for (let from = 0; from < badChunks.length && firstOfEach(spans, perSegment).length <= limit; from += round, round *= 2) {
    round = Math.min(round, Math.max(1, Math.floor(MAX_PIECES / capacity)));
    const chunks = someChunks(table, badChunks.slice(from, from + round));
    join(spans, await findPieces(context, task, chunks, capacity), chunks, capacity);
  }
  return firstOfEach(spans, perSegment).slice(0, limit);
}

/** The first `count` spans of each segment: one of several chunks may have filled each of them. */
function firstOfEach(spans: readonly BadSpan[], count: number): BadSpan[] {
  let segment = -1;
  let taken = 0;
  return spans.filter((span) => {
    taken = span.segment === segment ? taken + 1 : 1;
    segment = span.segment;
    return taken <= count;
  });
}

interface Pieces {
  /** How many each chunk has. */
  readonly counts: Uint32Array;
  /** PIECE_FIELDS words each, `capacity` places a chunk. */
  readonly fields: Uint32Array;
}

async function findPieces(context: GpuContext, task: AccountTask, chunks: ChunkTable, capacity: number): Promise<Pieces> {
  const what = 'finding the first bad words of an arena';
  const kind = `badSpans ${chunks.count}`;
  const pipeline = await context.kernels.pipeline('badSpans', task.width);
  return withScratch(context, async (scratch) => {
    const [counts, pieces] = await context.queue.checked(what, () => {
      const outputs = [scratch.zeros(chunks.count * 4, RESULT), scratch.zeros(chunks.count * capacity * PIECE_FIELDS * 4, RESULT)] as const;
      const uniform = scratch.uniform([...numberWords(task.ownFirstNumber), chunks.count, capacity]);
      const groups = Math.ceil(chunks.count / context.kernels.workgroupSize);
      submit(context, (encoder) => dispatch(context, encoder, pipeline, [task.memory, scratch.table(chunks.fields), ...outputs, uniform], groups));
      return outputs;
    });
    return {
      counts: await readBackWords(context, what, kind, counts, chunks.count),
      fields: await readBackWords(context, what, kind, pieces, chunks.count * capacity * PIECE_FIELDS),
    };
  });
}

/** Appends the pieces to the spans; a piece that carries on the word before it belongs to the last span. */
function join(spans: BadSpan[], pieces: Pieces, chunks: ChunkTable, capacity: number): void {
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    for (let i = 0; i < (pieces.counts[chunk] as number); i++) {
      const at = (chunk * capacity + i) * PIECE_FIELDS;
      const [firstWord, words, continues] = pieces.fields.subarray(at, at + 3) as unknown as [number, number, number];
      const values = pieces.fields.subarray(at + 4, at + 4 + Math.min(words, FIRST_VALUES));
      const last = spans.at(-1);
      if (continues === 1 && last !== undefined) {
        const firstValues = [...last.firstValues, ...values].slice(0, FIRST_VALUES);
        spans[spans.length - 1] = { ...last, bytes: last.bytes + words * 4, firstValues };
      } else {
        spans.push({ segment: chunks.segment[chunk] as number, offset: firstWord * 4, bytes: words * 4, firstValues: [...values] });
      }
    }
  }
}
