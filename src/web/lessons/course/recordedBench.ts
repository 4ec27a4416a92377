/** @file The benchmark report that the lesson on charts reads: recorded with `bench strategies` on the CPU reference, and read as strictly as any other. */
import type { MeasuredPoint } from '../../../sweep/benchReport.ts';
import type { OpenedReport } from '../../reports/openedReport.ts';
import type { Ask } from '../ask.ts';

const files: Readonly<Record<string, string>> = import.meta.glob('./recordedBench.json', { query: '?raw', import: 'default', eager: true });

/** The file as it would be dropped. */
export const RECORDED_BENCH = { name: 'recordedBench.json', text: files['./recordedBench.json'] ?? '' };

/** The report. @throws Error where the page was built without it */
export async function recordedBench(ask: Ask): Promise<Extract<OpenedReport, { kind: 'bench' }>> {
  const opened = await ask.read(RECORDED_BENCH);
  if (opened.kind !== 'bench') throw new Error('the recorded report is none of a benchmark');
  return opened;
}

/** A point of it. @throws Error where there is none */
export async function recordedPoint(ask: Ask, strategy: string, fragmentation: number): Promise<MeasuredPoint> {
  const { report } = await recordedBench(ask);
  for (const point of report.points) {
    if (point.status === 'measured' && point.strategy === strategy && point.coordinates.fragmentation === fragmentation) return point;
  }
  throw new Error(`the recorded report has no point of ${strategy} at ${fragmentation}`);
}
