/**
 * @file Grouping: paired indices become runs in which both sides ascend by one: what the engine hands its transport as one range.
 */
import { EngineError } from '../core/errors.ts';

/** Runs of paired indices, as struct-of-arrays. Only the first `count` elements of each array mean anything. */
export interface Runs {
  readonly count: number;
  /** First index of each run, on P and on D. */
  readonly src: Int32Array;
  readonly dst: Int32Array;
  /** How many indices the run takes up. */
  readonly length: Int32Array;
}

/** Runs that can be filled again: the arrays are kept as long as they are large enough, since allocating them costs more than grouping a short list. */
export class RunBuffer implements Runs {
  count = 0;
  src = new Int32Array(0);
  dst = new Int32Array(0);
  length = new Int32Array(0);

  /** Makes room for `runs` runs; what was here is lost. */
  reserve(runs: number): void {
    this.count = 0;
    if (this.src.length >= runs) return;
    this.src = new Int32Array(runs);
    this.dst = new Int32Array(runs);
    this.length = new Int32Array(runs);
  }
}

/** @throws EngineError(ValueError) when both sides hold indices, but not equally many */
export function requirePaired(src: Int32Array, dst: Int32Array): void {
  if (src.length === 0 || dst.length === 0 || src.length === dst.length) return;
  throw new EngineError('ValueError', `group_concurrent_contiguous requires equal-length src/dst index arrays, got ${src.length} and ${dst.length}`);
}

/**
 * Splits pairs (src[i], dst[i]) wherever either side does not ascend by one (`group_concurrent_contiguous`, 2026-08). An empty side means no runs,
 * whatever the other holds. Like numpy's int32 difference, the step wraps at 2^31; this also keeps the loop in int32 arithmetic.
 * @param into filled and returned; the worst case, every pair alone, is reserved at once
 * @throws EngineError(ValueError) of `requirePaired`
 */
export function groupRuns(src: Int32Array, dst: Int32Array, into: RunBuffer = new RunBuffer()): RunBuffer {
  requirePaired(src, dst);
  if (src.length === 0 || dst.length === 0) {
    into.count = 0;
    return into;
  }
  const pairs = src.length;
  into.reserve(pairs);
  const { src: firstSrc, dst: firstDst, length } = into;
  let s = src[0] as number;
  let d = dst[0] as number;
  let start = 0;
  let last = 0;
  firstSrc[0] = s;
  firstDst[0] = d;
  for (let i = 1; i < pairs; i++) {
    const nextSrc = src[i] as number;
    const nextDst = dst[i] as number;
    if (nextSrc !== ((s + 1) | 0) || nextDst !== ((d + 1) | 0)) {
      length[last] = i - start;
      start = i;
      last += 1;
      firstSrc[last] = nextSrc;
      firstDst[last] = nextDst;
    }
    s = nextSrc;
    d = nextDst;
  }
  length[last] = pairs - start;
  into.count = last + 1;
  return into;
}

/** How many runs `groupRuns` would give, for lists of equal length. */
export function countRuns(src: Int32Array, dst: Int32Array): number {
  let runs = src.length === 0 ? 0 : 1;
  for (let i = 1; i < src.length; i++) {
    const ascend = src[i] === (((src[i - 1] as number) + 1) | 0) && dst[i] === (((dst[i - 1] as number) + 1) | 0);
    if (!ascend) runs += 1;
  }
  return runs;
}
