/** @file A link as reports carry it: plain JSON, with every figure, so that whoever reads a modelled time can compute it again. */
import type { CostPiece, Link } from './link.ts';

/** A link in JSON, which has no Infinity. */
export interface LinkRecord extends Omit<Link, 'pieces'> {
  /** The last piece's `toBytes` is null: it holds for all larger messages. */
  readonly pieces: readonly (Omit<CostPiece, 'toBytes'> & { readonly toBytes: number | null })[];
}

/** The link, to be written. */
export function linkRecord(link: Link): LinkRecord {
  return { ...link, pieces: link.pieces.map((piece) => ({ ...piece, toBytes: Number.isFinite(piece.toBytes) ? piece.toBytes : null })) };
}

/** The link, read back. */
export function linkOfRecord(record: LinkRecord): Link {
  return { ...record, pieces: record.pieces.map((piece) => ({ ...piece, toBytes: piece.toBytes ?? Number.POSITIVE_INFINITY })) };
}
