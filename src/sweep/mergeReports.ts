/** @file Shards of one sweep joined to one report. */
import { SimError } from '../core/errors.ts';
import type { BenchPoint, BenchReport } from './benchReport.ts';
import { differenceOf } from './sameSweep.ts';
import { formatShard, WHOLE } from './shard.ts';

/** A report and the file it came from, for messages. */
export interface NamedReport {
  readonly file: string;
  readonly report: BenchReport;
}

/**
 * Joins shards.
 * @param shards at least one
 * @throws SimError(bad-input) where two are not of one sweep and adapter, or hold the same point
 */
export function mergeReports(shards: readonly NamedReport[]): BenchReport {
  const [first, ...others] = shards;
  if (first === undefined) throw new SimError('bad-input', { what: 'there is nothing to merge', mend: 'Name the reports of the shards.' });
  for (const other of others) demandSameSweep(first, other);
  const owners = new Map<string, string>();
  const points: BenchPoint[] = [];
  for (const { file, report } of shards) {
    for (const point of report.points) {
      const owner = owners.get(point.id);
      if (owner !== undefined) {
        const values = { id: point.id, 'first in': owner };
        throw new SimError('bad-input', { what: 'a point is in two of the reports', values, where: { file, path: 'points' }, mend: 'Give each shard once.' });
      }
      owners.set(point.id, file);
      points.push(point);
    }
  }
  const { report } = first;
  return {
    ...report,
    shard: formatShard(WHOLE),
    startedAt: shards.map((shard) => shard.report.startedAt).sort()[0] ?? report.startedAt,
    complete: points.length === report.sweepPoints,
    points: points.sort((a, b) => a.index - b.index),
  };
}

function demandSameSweep(first: NamedReport, other: NamedReport): void {
  const difference = differenceOf(first.report, other.report);
  if (difference === null) return;
  const { path, a, b } = difference;
  throw new SimError('bad-input', {
    what: 'these are not shards of one sweep',
    values: { [`${path} in ${first.file}`]: a, [`${path} in ${other.file}`]: b },
    where: { file: other.file, path },
    mend: path.startsWith('adapter')
      ? 'Reports of two adapters are compared, not merged: disagg-sim compare --across-adapters.'
      : 'Merge reports of one sweep alone.',
  });
}
