/** @file Fits a piecewise alpha-beta line to measured times: least squares of relative errors, breaks found by trying all of them. Deterministic. */
import { groupBy } from '../core/groupBy.ts';
import type { CostPiece } from './link.ts';

/** A size, and the seconds measured for it; sizes may repeat. */
export interface TimedSize {
  readonly bytes: number;
  readonly seconds: number;
}

/** A line through two sizes always fits, so a piece needs one more. */
export const LEAST_SIZES_A_PIECE = 3;
/** Relative error that no measurement is better than: without it, a fit that happens to be exact would be worth any number of pieces. */
const NOISE = 1e-3;

/** A time that grows by less than this share of itself, from nothing to the largest size of a piece, tells nothing of a bandwidth: what is left of it is rounding, or noise. */
const LEAST_GROWTH = 1e-2;

interface FittedPiece {
  readonly alphaSeconds: number;
  readonly bytesPerSecond: number;
  /** Sum of squared relative errors; Infinity where no line with alpha >= 0 and a bandwidth fits, or the times hardly grow. */
  readonly squares: number;
}

/** The best line through the points: least squares of (alpha + bytes / beta - seconds) / seconds, alpha not below 0. */
function fitLine(points: readonly TimedSize[]): FittedPiece {
  let [uu, uv, vv, u, v] = [0, 0, 0, 0, 0];
  for (const { bytes, seconds } of points) {
    const [a, b] = [1 / seconds, bytes / seconds];
    uu += a * a;
    uv += a * b;
    vv += b * b;
    u += a;
    v += b;
  }
  const determinant = uu * vv - uv * uv;
  const alpha = (u * vv - v * uv) / determinant;
  const alphaSeconds = Number.isFinite(alpha) && alpha > 0 ? alpha : 0;
  const secondsPerByte = (v - alphaSeconds * uv) / vv;
  const wireSeconds = secondsPerByte * points.reduce((most, { bytes }) => Math.max(most, bytes), 0);
  if (!(wireSeconds > LEAST_GROWTH * alphaSeconds)) return { alphaSeconds, bytesPerSecond: Number.NaN, squares: Number.POSITIVE_INFINITY };
  const squares = points.reduce((sum, { bytes, seconds }) => sum + ((alphaSeconds + bytes * secondsPerByte) / seconds - 1) ** 2, 0);
  return { alphaSeconds, bytesPerSecond: 1 / secondsPerByte, squares };
}

/** Worth of a fit: Bayesian information criterion of relative errors; two numbers a piece and one a break. Less is better. */
function criterion(squares: number, points: number, pieces: number): number {
  return points * Math.log(squares / points + NOISE ** 2) + (3 * pieces - 1) * Math.log(points);
}

/** A run of neighbouring sizes with its line. */
interface Segment extends FittedPiece {
  readonly from: number;
  readonly to: number;
}

/**
 * The piecewise line, with as many pieces as pay for themselves.
 * A break lies at the geometric middle of the two measured sizes beside it: where between them it is, nobody measured.
 * @param points positive sizes and seconds, in any order
 * @returns null where no line with a bandwidth fits, since the times hardly grow or shrink, or there are fewer than three sizes
 */
export function fitPieces(points: readonly TimedSize[], mostPieces: number): CostPiece[] | null {
  const groups = [...groupBy(points, ({ bytes }) => bytes)].sort(([a], [b]) => a - b);
  const segments = new Map<string, Segment>();
  const segment = (from: number, to: number): Segment => {
    const key = `${from}-${to}`;
    const known = segments.get(key);
    if (known !== undefined) return known;
    const made = { from, to, ...fitLine(groups.slice(from, to).flatMap(([, group]) => group)) };
    segments.set(key, made);
    return made;
  };
  /** Best ways to cover the first sizes with so many pieces: each is the best way for fewer sizes and one segment more. */
  let covers: (readonly Segment[] | null)[] = groups.map((_, size) => (size + 1 < LEAST_SIZES_A_PIECE ? null : [segment(0, size + 1)]));
  let best: { readonly cover: readonly Segment[]; readonly worth: number } | null = null;
  for (let pieces = 1; pieces <= mostPieces; pieces++) {
    const cover = covers.at(-1);
    const squares = squaresOf(cover ?? null);
    const worth = criterion(squares, points.length, pieces);
    if (cover && Number.isFinite(squares) && (best === null || worth < best.worth)) best = { cover, worth };
    covers = groups.map((_, size) => extend(covers, size + 1, segment));
  }
  return best === null
    ? null
    : toPieces(
        best.cover,
        groups.map(([bytes]) => bytes),
      );
}

function squaresOf(cover: readonly Segment[] | null): number {
  return cover === null ? Number.POSITIVE_INFINITY : cover.reduce((sum, { squares }) => sum + squares, 0);
}

/** The best cover of the first `to` sizes with one piece more than `covers` have. */
function extend(covers: readonly (readonly Segment[] | null)[], to: number, segment: (from: number, to: number) => Segment): readonly Segment[] | null {
  let best: readonly Segment[] | null = null;
  for (let from = LEAST_SIZES_A_PIECE; from + LEAST_SIZES_A_PIECE <= to; from++) {
    const before = covers[from - 1];
    if (!before) continue;
    const cover = [...before, segment(from, to)];
    if (squaresOf(cover) < squaresOf(best)) best = cover;
  }
  return best;
}

function toPieces(cover: readonly Segment[], sizes: readonly number[]): CostPiece[] {
  return cover.map(({ to, alphaSeconds, bytesPerSecond }) => {
    const [below, above] = [sizes[to - 1] ?? 0, sizes[to]];
    return { toBytes: above === undefined ? Number.POSITIVE_INFINITY : Math.floor(Math.sqrt(below * above)), alphaSeconds, bytesPerSecond };
  });
}
