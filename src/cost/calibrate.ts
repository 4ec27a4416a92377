/** @file A link from a measured sweep, with the error it makes on points it has not seen. */
import { SimError } from '../core/errors.ts';
import { counted, formatBytes } from '../core/units.ts';
import { fitPieces, LEAST_SIZES_A_PIECE } from './fitPieces.ts';
import type { CostPiece, Link } from './link.ts';
import type { SweepSample } from './publicSweeps.ts';
import { predictSeconds, wireBytesPerSecond } from './transfer.ts';

/** How a fit is made. */
export interface FitOptions {
  /** Name and title of the link, and what the samples are, for its source. */
  readonly name: string;
  readonly title: string;
  readonly what: string;
  /** 3 unless stated: eager, rendezvous, and one switch more. */
  readonly mostPieces?: number;
}

/** A held-out point beside what the fit without it says. */
export interface HeldOut {
  readonly bytes: number;
  readonly seconds: number;
  readonly predictedSeconds: number;
  /** Predicted over measured, less 1. */
  readonly relativeError: number;
  /** It lies between two pieces: on which side of the switch, the points fitted cannot tell. Not counted in the errors. */
  readonly betweenPieces: boolean;
}

/** A calibrated link, and how good it is. Relative errors are absolute values. */
export interface CalibratedLink {
  readonly link: Link;
  readonly samples: number;
  readonly worstError: number;
  readonly meanError: number;
  /** Of a fit without these points. Null where there are too few points to hold any out. */
  readonly holdOut: { readonly points: readonly HeldOut[]; readonly worstError: number; readonly meanError: number } | null;
}

const MOST_PIECES = 3;
/** Every fourth point, from the third on: neither end, since beyond the ends nothing is known. */
const HOLD_OUT_EVERY = 4;
const HOLD_OUT_FIRST = 2;
/** Fewer than this, and a fit without the held-out points would not be the same kind of fit. */
const LEAST_FOR_HOLD_OUT = 7;
/** The search for breaks is cubic in sizes; a sweep has some dozens. */
const MOST_SIZES = 400;

/**
 * Fits a link to a sweep. Single messages give the pieces; batches give the posting cost, as the time a message where the wire explains less than half of it. Batches alone give
 * one line, `messages * posting + bytes / bandwidth`, posting first.
 * @throws SimError(bad-input) where the samples are too few, too many or no line fits them
 */
export function fitLink(samples: readonly SweepSample[], options: FitOptions): CalibratedLink {
  const singles = sorted(samples.filter(({ messages }) => messages === 1));
  const batches = sorted(samples.filter(({ messages }) => messages > 1));
  const onlyBatches = singles.length === 0;
  const points = onlyBatches ? batches.map(aMessage) : singles;
  const mostPieces = onlyBatches ? 1 : (options.mostPieces ?? MOST_PIECES);
  const pieces = piecesOf(points, mostPieces);
  const errors = points.map(({ bytes, seconds }) => Math.abs(predicted(pieces, bytes) / seconds - 1));
  const holdOut = holdOutErrors(points, mostPieces);
  const [first, last] = [points[0]?.bytes ?? 0, points.at(-1)?.bytes ?? 0];
  const base = {
    name: options.name,
    title: options.title,
    messagesPerSecond: null,
    source: `Fitted to ${counted(points.length, 'point')} of ${options.what}, ${formatBytes(first)} to ${formatBytes(last)} a message; worst error ${percent(Math.max(...errors))}.`,
    knownBytes: [first, last],
  } as const;
  const heldOut = holdOut === null ? 'Too few points to hold any out.' : `Worst error on points held out of the fit: ${percent(holdOut.worstError)}.`;
  const link: Link = onlyBatches
    ? {
        ...base,
        pieces: pieces.map((piece) => ({ ...piece, alphaSeconds: 0 })),
        postingSeconds: pieces[0]?.alphaSeconds ?? 0,
        postingOverlapsWire: false,
        uncertain: `${heldOut} Only batches were measured: the latency of a lone message is not known.`,
      }
    : { ...base, pieces, postingOverlapsWire: true, ...postingOf(batches, pieces, heldOut) };
  return { link, samples: points.length, worstError: Math.max(...errors), meanError: mean(errors), holdOut };
}

function sorted(samples: readonly SweepSample[]): SweepSample[] {
  return samples.toSorted((a, b) => a.bytes - b.bytes);
}

/** A batch as one of its messages: its share of the time. */
function aMessage({ bytes, messages, seconds }: SweepSample): SweepSample {
  return { bytes, messages: 1, seconds: seconds / messages };
}

function piecesOf(points: readonly SweepSample[], mostPieces: number): CostPiece[] {
  const sizes = new Set(points.map(({ bytes }) => bytes)).size;
  if (sizes < LEAST_SIZES_A_PIECE)
    throw new SimError('bad-input', { what: 'the sweep has too few message sizes to fit a line', values: { sizes, least: LEAST_SIZES_A_PIECE } });
  if (sizes > MOST_SIZES) throw new SimError('bad-input', { what: 'the sweep has too many message sizes', values: { sizes, most: MOST_SIZES } });
  const pieces = fitPieces(points, mostPieces);
  if (pieces !== null) return pieces;
  const [first, last] = [points[0], points.at(-1)];
  const timed = (point: SweepSample | undefined) => (point === undefined ? 'nothing' : `${point.seconds} s for ${formatBytes(point.bytes)}`);
  throw new SimError('bad-input', {
    what: 'the times do not grow with the message size: no bandwidth fits them',
    values: { from: timed(first), to: timed(last) },
    mend: 'Is the column of times the right one?',
  });
}

function predicted(pieces: readonly CostPiece[], bytes: number): number {
  const { alphaSeconds, bytesPerSecond } = pieces.find(({ toBytes }) => bytes <= toBytes) ?? { alphaSeconds: 0, bytesPerSecond: Number.NaN };
  return alphaSeconds + bytes / bytesPerSecond;
}

function holdOutErrors(points: readonly SweepSample[], mostPieces: number): CalibratedLink['holdOut'] {
  if (points.length < LEAST_FOR_HOLD_OUT) return null;
  const isHeldOut = (index: number) => index % HOLD_OUT_EVERY === HOLD_OUT_FIRST && index < points.length - 1;
  const seen = points.filter((_, index) => !isHeldOut(index));
  const pieces = fitPieces(seen, mostPieces);
  if (pieces === null) return null;
  const sizes = [...new Set(seen.map(({ bytes }) => bytes))];
  const held = points
    .filter((_, index) => isHeldOut(index))
    .map(({ bytes, seconds }): HeldOut => {
      const predictedSeconds = predicted(pieces, bytes);
      const [below, above] = [sizes.findLast((size) => size <= bytes) ?? 0, sizes.find((size) => size >= bytes) ?? bytes];
      const betweenPieces = below < above && pieces.some(({ toBytes }) => below <= toBytes && toBytes < above);
      return { bytes, seconds, predictedSeconds, relativeError: predictedSeconds / seconds - 1, betweenPieces };
    });
  const errors = held.filter(({ betweenPieces }) => !betweenPieces).map(({ relativeError }) => Math.abs(relativeError));
  return errors.length === 0 ? null : { points: held, worstError: Math.max(...errors), meanError: mean(errors) };
}

/** The posting cost that batches show; unknown, and so nothing, without any. */
function postingOf(batches: readonly SweepSample[], pieces: readonly CostPiece[], heldOut: string): Pick<Link, 'postingSeconds' | 'uncertain'> {
  const bandwidth = pieces.at(-1)?.bytesPerSecond ?? Number.POSITIVE_INFINITY;
  const bound = batches.map(aMessage).filter(({ bytes, seconds }) => bytes / bandwidth < seconds / 2);
  const times = bound.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const postingSeconds = times[Math.floor(times.length / 2)];
  if (postingSeconds !== undefined)
    return {
      postingSeconds,
      uncertain: `${heldOut} Posting: the middle of ${times.length} batches that the wire does not bound, all of their time counted as posting.`,
    };
  return { postingSeconds: 0, uncertain: `${heldOut} The sweep does not show what posting costs: it is taken for nothing.` };
}

/** One message of a link against a sweep: relative error by sample, predicted over measured, less 1. */
export function sweepErrors(link: Link, samples: readonly SweepSample[]): { readonly bytes: number; readonly relativeError: number }[] {
  return samples.map(({ bytes, seconds }) => ({ bytes, relativeError: predictSeconds(link, bytes) / seconds - 1 }));
}

/** Size at which a lone message reaches half the link's bandwidth: where latency and wire time are equal. */
export function halfSpeedBytes(link: Link): number {
  return (link.pieces.at(-1)?.alphaSeconds ?? 0) * wireBytesPerSecond(link);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
