/** @file A comparison as people read it: what changed first, then what stayed, then what could not be compared. */
import { counted, formatInteger } from '../core/units.ts';
import { type ComparedPoint, type ComparedSide, type CompareReport, POINT_CHANGES, type RatioInterval } from '../sweep/compareReport.ts';
import { LEAST_TURNS } from '../sweep/ratioInterval.ts';
import { columns } from './columns.ts';

/** The comparison. */
export function compareText(report: CompareReport): string {
  const { points, a, b, inTurns, onlyInA, onlyInB, acrossAdapters } = report;
  const sorted = points.toSorted((x, y) => POINT_CHANGES.indexOf(x.change) - POINT_CHANGES.indexOf(y.change));
  const changed = sorted.filter(({ change }) => change !== 'same');
  const counts = POINT_CHANGES.flatMap((change) => {
    const count = points.filter((point) => point.change === change).length;
    return count === 0 ? [] : [`${formatInteger(count)} ${change.replaceAll('-', ' ')}`];
  });
  const isSingle = a.length === 1;
  return [
    `compare   ${counted(points.length, 'point')} that both have: ${counts.length === 0 ? 'none' : counts.join(', ')}`,
    ...sideLines('A', a),
    ...sideLines('B', b),
    ...(acrossAdapters ? ['ADAPTERS  DIFFER: the ratios below tell of two adapters, not of a change'] : []),
    ...(inTurns ? [] : ['TURNS     NOT KEPT: by their times the reports were not taken as A B A B, so what the machine did between them passes for change']),
    ruleLine(report),
    ...(isSingle
      ? [
          `          between two single runs a machine drifts by more than their samples scatter; to be sure of small changes take turns: compare A1 B1 A2 B2 ..., ${LEAST_TURNS} turns or more`,
        ]
      : []),
    '',
    changed.length === 0 ? '  nothing changed beyond noise' : table(changed),
    ...(points.some(({ change }) => change === 'unclear')
      ? ['', 'unclear   the figures scatter too much to tell: measure again on a quieter machine, with more --samples, or in more turns']
      : []),
    '',
    ...changed.flatMap(({ id, note }) => (note === null ? [] : [`${id}: ${note}`])),
    ...only('A', onlyInA),
    ...only('B', onlyInB),
  ].join('\n');
}

function ruleLine({ points, a, leastEffect }: CompareReport): string {
  const confidences = points.flatMap(({ seconds }) => (seconds === null ? [] : [100 * seconds.confidence]));
  const least =
    confidences.length === 0
      ? ''
      : `${Math.min(...confidences)
          .toFixed(1)
          .replace(/\.0$/, '')} % `;
  const times = a.length === 1 ? 'times are medians of the samples' : `times are each turn's medians, and the ratio is the middle one of ${a.length} turns`;
  return `rule      changed = ${least}interval of the ratio beyond 1, and at least ${(100 * leastEffect).toFixed(1)} %; ${times}`;
}

function sideLines(letter: string, sides: readonly ComparedSide[]): string[] {
  return sides.map(({ file, suite, shard, adapter, verified, complete, startedAt }, turn) => {
    const lacks = `${verified ? '' : ', NOT verified'}${complete ? '' : ', not complete'}${shard === '1/1' ? '' : `, shard ${shard}`}`;
    const name = sides.length === 1 ? letter : `${letter}${turn + 1}`;
    return `${name.padEnd(9)} ${file}: ${suite} on ${adapter.name}${adapter.software ? ' (software)' : ''}, ${startedAt}${lacks}`;
  });
}

function table(points: readonly ComparedPoint[]): string {
  return columns(
    ['change', 'point', 'time B/A', 'interval', 'copy B/A', 'A GB/s', 'B GB/s'],
    ['left', 'left', 'right', 'left', 'right', 'right', 'right'],
    points.map(({ change, id, seconds, ceiling, gbps }) => [
      change,
      id,
      ratio(seconds),
      seconds === null ? '' : `${seconds.low.toFixed(3)} to ${seconds.high.toFixed(3)}`,
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
