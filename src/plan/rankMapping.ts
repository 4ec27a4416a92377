/**
 * @file Whom a decode rank asks when prefill and decode have unlike grids. Rules of `CommonKVManager._resolve_rank_mapping` (2026-08) for MLA-class models, which DSV4 is:
 * KV and state are replicated on every tensor-parallel rank, so whole items travel.
 */
import { EngineError } from '../core/errors.ts';
import { floorDiv } from '../core/units.ts';
import type { Grid } from '../model/engineConfig.ts';

/** A point of a grid. */
export interface GridPoint {
  readonly tp: number;
  readonly pp: number;
  readonly cp: number;
}

/** Index of a point in its node's list of ranks: the order of `prefill_unique_rank` (tensor, then pipeline, then context). */
export function rankIndex(grid: Grid, point: GridPoint): number {
  return point.tp * grid.pp * grid.cp + point.pp * grid.cp + point.cp;
}

/** Every point of a grid, in the order of `rankIndex`. */
export function gridPoints(grid: Grid): GridPoint[] {
  const points: GridPoint[] = [];
  for (let tp = 0; tp < grid.tp; tp++) {
    for (let pp = 0; pp < grid.pp; pp++) {
      for (let cp = 0; cp < grid.cp; cp++) points.push({ tp, pp, cp });
    }
  }
  return points;
}

/** What a decode rank asks of prefill. */
export interface RankMapping {
  /** Prefill ranks that are to write into this decode rank. Sizes that do not divide name ranks that prefill does not have. */
  readonly senders: readonly GridPoint[];
  /** Prefill ranks that are told of the request but send nothing (t_P > t_D: all of the group but the first). */
  readonly dummies: readonly GridPoint[];
  /** Decode ranks that each sender waits for. */
  readonly requiredDstInfoNum: number;
  /** Distinct prefill ranks that decode waits for. */
  readonly requiredPrefillResponseNum: number;
}

/**
 * The prefill ranks of one decode rank. Sizes that do not divide are not refused, as in the engine: integer division decides.
 * @param allCpRanks decode's setting: ask every context-parallel rank of prefill, not the first alone
 * @throws EngineError(AssertionError) for a context-parallel decode, or pipeline sizes that are neither equal nor 1 on decode
 */
export function mapDecodeRank(decodePoint: GridPoint, prefill: Grid, decode: Grid, allCpRanks = false): RankMapping {
  if (decode.cp !== 1) throw new EngineError('AssertionError', `('Decode cp size (${decode.cp}) should be equal to 1',)`);
  if (decode.pp !== 1 && decode.pp !== prefill.pp) {
    throw new EngineError('AssertionError', `Decode pp size (${decode.pp}) should be equal to prefill pp size (${prefill.pp}) or 1`);
  }
  const rank = decodePoint.tp % decode.tp;
  const group =
    decode.tp >= prefill.tp
      ? [floorDiv(rank, floorDiv(decode.tp, prefill.tp))]
      : Array.from({ length: floorDiv(prefill.tp, decode.tp) }, (_, i) => rank * floorDiv(prefill.tp, decode.tp) + i);
  // With one decode stage every prefill stage writes to it, asked in reverse order; with equal stage counts, stage to stage.
  const stages = decode.pp === 1 ? Array.from({ length: prefill.pp }, (_, i) => prefill.pp - 1 - i) : [decodePoint.pp];
  const cpRanks = Array.from({ length: allCpRanks ? prefill.cp : 1 }, (_, cp) => cp);
  const pointsOf = (tp: number) => cpRanks.flatMap((cp) => stages.map((pp) => ({ tp, pp, cp })));
  const [real = 0, ...others] = group;
  return {
    senders: pointsOf(real),
    dummies: others.flatMap(pointsOf),
    requiredDstInfoNum: decode.tp > prefill.tp ? floorDiv(decode.tp, prefill.tp) : 1,
    requiredPrefillResponseNum: stages.length * cpRanks.length,
  };
}
