/**
 * @file A report read back from text: one JSON object, or a journal (JSON Lines: the head, then a point a line). Strictly: whoever merges or compares figures must know what they are.
 */
import { SimError } from '../core/errors.ts';
import { formatPath, type Locate, printValue } from '../scenario/problems.ts';
import { validateShape } from '../scenario/validateShape.ts';
import type { BenchPoint, BenchReport, ReportHead } from './benchReport.ts';
import { benchReportSchema, headSchema, pointSchema } from './benchReportSchema.ts';
import { isInShard, parseShard, shardPoints } from './shard.ts';

const SCHEMA_VERSION = 1;

/**
 * Reads a report.
 * @param file for messages
 * @throws SimError(bad-input) with file and path or line: no JSON, another format, a wrong shape, points that contradict one another
 */
export function parseReport(text: string, file: string): BenchReport {
  const report = isJournal(text) ? reportOf(parseJournal(text, file)) : parseWhole(text, file);
  demandSound(report, file);
  return report;
}

/** A journal as far as it goes. */
export interface Journal {
  readonly head: ReportHead;
  /** The last that was said of each point, in the order of the sweep. */
  readonly points: readonly BenchPoint[];
}

/**
 * Reads a journal: whole lines only; the caller has dropped a torn last one.
 * @throws SimError(bad-input) with file and line
 */
export function parseJournal(text: string, file: string): Journal {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parsed = lines.map((line, i) => parseJson(line, file, i + 1));
  const head = parsed[0];
  demandVersion(head, file);
  const at =
    (line: number): Locate =>
    () => ({ file, line });
  const points = new Map<string, BenchPoint>();
  // A point that failed may have been measured again after a resumption.
  for (const [i, point] of parsed.slice(1).entries()) {
    const checked = validateShape(pointSchema, point, at(i + 2));
    points.set(checked.id, checked);
  }
  return { head: validateShape(headSchema, head, at(1)), points: inOrder([...points.values()]) };
}

/** A journal as a report; complete when it holds every point of its shard. */
export function reportOf({ head, points }: Journal): BenchReport {
  const shard = parseShard(head.shard, 'shard');
  return { ...head, complete: points.length === shardPoints(head.sweepPoints, shard), points: inOrder(points) };
}

function inOrder(points: readonly BenchPoint[]): BenchPoint[] {
  return points.toSorted((a, b) => a.index - b.index);
}

/** A journal has its head on the first line, alone; a report has one object over all lines, or one with points. */
function isJournal(text: string): boolean {
  const first = text.trimStart().split('\n', 1)[0] ?? '';
  try {
    const value: unknown = JSON.parse(first);
    return typeof value === 'object' && value !== null && !('points' in value);
  } catch {
    return false;
  }
}

function parseWhole(text: string, file: string): BenchReport {
  const value = parseJson(text, file);
  demandVersion(value, file);
  return validateShape(benchReportSchema, value, (path) => ({ file, path: formatPath(path) }));
}

function parseJson(text: string, file: string, line?: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SimError('bad-input', {
      what: 'this is no JSON',
      values: { reason: cause instanceof Error ? cause.message : String(cause) },
      where: { file, ...(line === undefined ? {} : { line }) },
      mend: 'Give what disagg-sim bench --json or --jsonl wrote.',
      cause,
    });
  }
}

function demandVersion(value: unknown, file: string): void {
  const version = typeof value === 'object' && value !== null && 'schemaVersion' in value ? value.schemaVersion : undefined;
  if (version === SCHEMA_VERSION) return;
  throw new SimError('bad-input', {
    what: version === undefined ? 'this is no benchmark report: it has no schemaVersion' : 'the report is of a format that this version does not know',
    values: version === undefined ? {} : { found: printValue(version), known: SCHEMA_VERSION },
    where: { file, path: 'schemaVersion' },
    mend: 'Give what disagg-sim bench --json wrote, with this version.',
  });
}

/** What no shape can say: points of the sweep, of the shard, each once. */
function demandSound({ points, shard, sweepPoints, complete, links }: BenchReport, file: string): void {
  const part = parseShard(shard, file);
  const seen = new Map<string, number>();
  const names = links.map(({ name }) => name).join(', ');
  for (const [i, point] of points.entries()) {
    const { id, index } = point;
    const wrong =
      index >= sweepPoints
        ? 'the sweep has no such place'
        : !isInShard(index, part)
          ? `the place is not of shard ${shard}`
          : seen.has(id)
            ? `the point is there twice, also as points[${seen.get(id)}]`
            : point.status === 'measured' && point.modelled.map(({ link }) => link).join(', ') !== names
              ? `the point is modelled on other links than the report’s, which are ${names === '' ? 'none' : names}`
              : null;
    if (wrong !== null) throw new SimError('bad-input', { what: wrong, values: { id, index }, where: { file, path: `points[${i}]` } });
    seen.set(id, i);
  }
  if (complete && points.length !== shardPoints(sweepPoints, part)) {
    const values = { points: points.length, 'of the shard': shardPoints(sweepPoints, part) };
    throw new SimError('bad-input', { what: 'the report says that it is complete, and lacks points', values, where: { file, path: 'complete' } });
  }
}
