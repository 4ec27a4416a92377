/** @file What to think of a figure above its ceiling: that is no error, and no feat either. */
import type { MeasuredPoint } from './benchReport.ts';

/** Three digits. */
function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Sentences on the points above 100 % of their ceiling; none where no point is, as a whole per cent. */
export function aboveCeiling(points: readonly Pick<MeasuredPoint, 'id' | 'fractionOfCeiling' | 'gbps' | 'ceiling'>[]): string[] {
  const percent = ({ fractionOfCeiling }: Pick<MeasuredPoint, 'fractionOfCeiling'>) => Math.round(100 * fractionOfCeiling);
  const above = points.filter((point) => percent(point) > 100);
  const [most] = above.toSorted((a, b) => b.fractionOfCeiling - a.fractionOfCeiling);
  if (most === undefined) return [];
  const which =
    above.length === 1
      ? `One point is above 100 % of the ceiling: ${percent(most)} %`
      : `${above.length} points are above 100 % of the ceiling, at most ${percent(most)} %`;
  return [
    `${which} (${most.id}: ${figure(most.gbps)} GB/s beside a contiguous copy of ${figure(most.ceiling.contiguousCopy.gbps)} GB/s, timed with it; charts draw the middle of all points' copies). The ceiling is a comparison, not a law: one contiguous copy of the same bytes, timed in turns with the transfer. A few per cent above it are noise: read them as 100 %. ` +
      'Far above it, either this device does one long copy worse than many shorter ones or a kernel, as software adapters may that give a copy to one thread and a kernel to all; or the machine was busy: look at the bars, and run again. ' +
      'Then compare strategies by GB/s, not by their share of the ceiling.',
  ];
}
