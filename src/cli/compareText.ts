/** @file A comparison as people read it: what changed first, then what stayed, then what could not be compared. */
import { formatInteger } from '../core/units.ts';
import { type ComparedPoint, type ComparedSide, type CompareReport, POINT_CHANGES, type RatioInterval } from '../sweep/compareReport.ts';
import { columns } from './columns.ts';

/** The comparison. */
export function compareText(report: CompareReport): string {
  const { points, confidence, leastEffect, onlyInA, onlyInB, acrossAdapters } = report;
  const sorted = points.toSorted((x, y) => POINT_CHANGES.indexOf(x.change) - POINT_CHANGES.indexOf(y.change));
  const changed = sorted.filter(({ change }) => change !== 'same');
  const counts = POINT_CHANGES.flatMap((change) => {
    const count = points.filter((point) => point.change === change).length;
    return count === 0 ? [] : [`${formatInteger(count)} ${change.replaceAll('-', ' ')}`];
  });
  return [
    `compare   ${points.length} points that both have: ${counts.length === 0 ? 'none' : counts.join(', ')}`,
    ...sideLines('A', report.a),
    ...sideLines('B', report.b),
    ...(acrossAdapters ? ['ADAPTERS  DIFFER: the ratios below tell of two adapters, not of a change'] : []),
    `rule      changed = ${(100 * confidence).toFixed(0)} % interval of the ratio beyond 1, and at least ${(100 * leastEffect).toFixed(1)} %; times are the fast tenth of the samples, in units of the contiguous copy measured beside them`,
    '',
    changed.length === 0 ? '  nothing changed beyond noise' : table(changed),
    ...(points.some(({ change }) => change === 'unclear')
      ? ['', 'unclear   the samples scatter too much to tell: measure again on a quieter machine, or with more --samples']
      : []),
    '',
    ...changed.flatMap(({ id, note }) => (note === null ? [] : [`${id}: ${note}`])),
    ...only('A', onlyInA),
    ...only('B', onlyInB),
  ].join('\n');
}

function sideLines(letter: string, { file, suite, shard, adapter, verified, complete, startedAt }: ComparedSide): string[] {
  const lacks = `${verified ? '' : ', NOT verified'}${complete ? '' : ', not complete'}${shard === '1/1' ? '' : `, shard ${shard}`}`;
  return [`${letter}         ${file}: ${suite} on ${adapter.name}${adapter.software ? ' (software)' : ''}, ${startedAt}${lacks}`];
}

function table(points: readonly ComparedPoint[]): string {
  return columns(
    ['change', 'point', 'time B/A', 'interval', 'median B/A', 'copy B/A', 'A GB/s', 'B GB/s'],
    ['left', 'left', 'right', 'left', 'right', 'right', 'right', 'right'],
    points.map(({ change, id, relative, seconds, ceiling, gbps }) => [
      change,
      id,
      ratio(relative),
      relative === null ? '' : `${relative.low.toFixed(3)} to ${relative.high.toFixed(3)}`,
      ratio(seconds),
      ratio(ceiling),
      gbps.a?.toFixed(2) ?? '-',
      gbps.b?.toFixed(2) ?? '-',
    ]),
  );
}

function ratio(interval: RatioInterval | null): string {
  return interval === null ? '-' : interval.ratio.toFixed(3);
}

function only(letter: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`only in ${letter}: ${ids.join('; ')}`];
}
