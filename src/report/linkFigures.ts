/** @file The figures of a link in words, for docs/links.md and for the pages of benchmarks. */
import { formatBytes } from '../core/units.ts';
import type { CostPiece, Link } from '../cost/link.ts';
import { breakEvenBytes } from '../cost/transfer.ts';

/** Each figure in words; empty where the link has none. */
export interface LinkFigures {
  /** Of each piece, `6.6 us up to 181 KiB, then 8.9 us`. */
  readonly alpha: string;
  readonly bandwidth: string;
  readonly posting: string;
  /** Messages a second. */
  readonly rate: string;
  readonly breakEven: string;
  /** Message sizes that its figures are known for. */
  readonly known: string;
}

/** The figures of a link. */
export function linkFigures(link: Link): LinkFigures {
  const piece = (of: (piece: CostPiece) => string) =>
    link.pieces.map((one) => `${of(one)}${Number.isFinite(one.toBytes) ? ` up to ${formatBytes(one.toBytes)}` : ''}`).join(', then ');
  return {
    alpha: piece(({ alphaSeconds }) => linkTime(alphaSeconds)),
    bandwidth: piece(({ bytesPerSecond }) => linkGbps(bytesPerSecond)),
    posting: linkTime(link.postingSeconds),
    rate: link.messagesPerSecond === null ? '' : `${link.messagesPerSecond / 1e6} M`,
    breakEven: formatBytes(Math.round(breakEvenBytes(link))),
    known: link.knownBytes === null ? 'nothing' : link.knownBytes.map(formatBytes).join(' to '),
  };
}

/** Three significant digits, in the unit that suits. */
export function linkTime(seconds: number): string {
  const [value, unit] = seconds < 1e-3 ? [seconds * 1e6, 'us'] : seconds < 1 ? [seconds * 1e3, 'ms'] : [seconds, 's'];
  return `${Number(value.toPrecision(3))} ${unit}`;
}

/** Three significant digits of 1e9 bytes a second. */
export function linkGbps(bytesPerSecond: number): string {
  return `${Number((bytesPerSecond / 1e9).toPrecision(3))} GB/s`;
}
