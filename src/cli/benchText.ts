/** @file A benchmark report as people read it: whence it is, a table of points, and what the figures do not say. */
import { formatBytes, formatInteger } from '../core/units.ts';
import { NAMED_LINKS } from '../cost/namedLinks.ts';
import { aboveCeiling } from '../sweep/aboveCeiling.ts';
import { AXES, isAxisName } from '../sweep/axes.ts';
import type { BenchReport, MeasuredPoint } from '../sweep/benchReport.ts';
import { median } from '../sweep/statistics.ts';
import { columns } from './columns.ts';

/** Stands under every table: what is measured is memory, however it is named. */
export const NEVER_A_LINK = 'Two sets of buffers on one device test a layout, never a link.';

/** Rows and columns, before they are drawn. */
export interface BenchTable {
  readonly head: readonly string[];
  readonly aligns: readonly ('left' | 'right')[];
  readonly rows: readonly (readonly string[])[];
  /** What stands under the table: failures, notes of strategies. */
  readonly notes: readonly string[];
}

/** The report as text. */
export function benchText(report: BenchReport): string {
  const { head, aligns, rows, notes } = benchTable(report);
  return [...benchSummary(report), '', columns(head, aligns, rows), '', ...notes].join('\n');
}

/** Title and provenance, a line each. */
export function benchSummary(report: BenchReport): readonly string[] {
  const { suite, shard, adapter, limits, versions, clockQuantumNs, seed, scenarioHash, sweepPoints, verified, recreated, complete, points, startedAt } = report;
  const failed = points.filter(({ status }) => status === 'failed').length;
  const known = Object.entries(versions).flatMap(([name, version]) => (version === null ? [] : [`${name} ${version}`]));
  return [
    `bench ${suite}, ${points.length} of ${sweepPoints} points${shard === '1/1' ? '' : ` (shard ${shard})`}${complete ? '' : ', not complete'}`,
    `device    ${adapter.name} (${adapter.backend}${adapter.software ? ', software' : ''}${adapter.driver === null ? '' : `, ${adapter.driver}`}), arenas to ${formatBytes(limits.maxArenaBytes)}, memory to ${formatBytes(limits.maxMemoryBytes)}`,
    `clocks    wall in steps of ${clockQuantumNs.wall} ns, ${clockQuantumNs.gpu === null ? 'the adapter has none of its own' : `the adapter's own in steps of ${clockQuantumNs.gpu} ns`}`,
    `sweep     seed ${seed}, hash ${scenarioHash.slice(0, 12)}, begun ${startedAt}, ${known.join(', ')}${recreated ? ', every transfer made ready anew (--recreate)' : ''}`,
    `bytes     ${verified ? `verified: every word of decode accounted for at every point${failed === 0 ? '' : `, ${failed} failed`}` : 'NOT verified (--no-verify): nothing says that the right bytes arrived'}`,
  ];
}

/** The points of a report. Milliseconds are medians but for p99. */
export function benchTable(report: BenchReport): BenchTable {
  const { points } = report;
  const axes = [...new Set(points.flatMap(({ coordinates }) => Object.keys(coordinates)))];
  const links = report.links.map(({ name }) => name);
  const hasGpu = points.some((point) => point.status === 'measured' && point.gpu !== null);
  const figures = [
    'descr',
    'B/descr',
    'useful',
    'prep ms',
    'post ms',
    'wait ms',
    ...(hasGpu ? ['gpu ms'] : []),
    'p50 ms',
    'p99 ms',
    'GB/s',
    'of copy',
    'bound by',
    ...links.map((link) => `${link} ms`),
  ];
  const isWord = (axis: string) => points.some(({ coordinates }) => typeof coordinates[axis] === 'string');
  const rows = points.map((point) => [
    ...axes.map((axis) => String(point.coordinates[axis] ?? '')),
    ...(point.status === 'measured' ? figureCells(point, links, hasGpu) : ['failed', ...Array.from({ length: figures.length - 1 }, () => '')]),
  ]);
  return {
    head: [...axes.map(axisHead), ...figures],
    aligns: [
      ...axes.map((axis) => (isWord(axis) ? 'left' : 'right') as 'left' | 'right'),
      ...figures.map((figure) => (figure === 'bound by' ? 'left' : 'right') as 'left' | 'right'),
    ],
    rows,
    notes: notesOf(report, links),
  };
}

function axisHead(axis: string): string {
  return isAxisName(axis) ? `${AXES[axis].title}${AXES[axis].unit === null ? '' : ` ${AXES[axis].unit}`}` : axis;
}

function figureCells(point: MeasuredPoint, links: readonly string[], hasGpu: boolean): string[] {
  const { work, wall, gpu, prepare, samples, gbps, fractionOfCeiling, boundBy, modelled } = point;
  const post = samples.encode.length === 0 || samples.submit.length === 0 ? null : median(samples.encode) + median(samples.submit);
  return [
    formatInteger(work.descriptors),
    formatInteger(Math.round(work.bytesPerDescriptor)),
    percent(work.usefulBytes / work.bytes),
    milliseconds(prepare.p50),
    post === null ? '' : milliseconds(post),
    post === null ? '' : milliseconds(Math.max(0, wall.p50 - post)),
    ...(hasGpu ? [gpu === null ? '' : milliseconds(gpu.p50)] : []),
    milliseconds(wall.p50),
    milliseconds(wall.p99),
    gbps.toFixed(2),
    percent(fractionOfCeiling),
    boundBy ?? '',
    ...links.map((link) => {
      const model = modelled.find((candidate) => candidate.link === link);
      return model === undefined ? '' : `${milliseconds(model.seconds)}${model.extrapolated ? '*' : ''}`;
    }),
  ];
}

function notesOf(report: BenchReport, links: readonly string[]): string[] {
  const { points } = report;
  const measured = points.filter((point) => point.status === 'measured');
  const range = (values: readonly number[]) => `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} GB/s`;
  const memory = measured.flatMap(({ ceiling }) => (ceiling.memoryCopy === null ? [] : [ceiling.memoryCopy.gbps]));
  return [
    ...(measured.length === 0
      ? []
      : [
          `ceilings  the same bytes contiguous, in turns with each point: copy ${range(measured.map(({ ceiling }) => ceiling.contiguousCopy.gbps))}, kernel ${range(measured.map(({ ceiling }) => ceiling.contiguousShader.gbps))}${memory.length === 0 ? '' : `, plain memory copy ${range(memory)}`}`,
        ]),
    ...aboveCeiling(measured).map((sentence) => `above     ${sentence}`),
    ...new Set(measured.flatMap(({ strategy, note }) => (note === null ? [] : [`${strategy}: ${note}`]))),
    ...points.flatMap((point) => (point.status === 'failed' ? [`failed    ${point.id}: ${point.reason.message}`] : [])),
    ...(links.length === 0
      ? []
      : [
          `modelled  ${links.join(', ')}: what a link would take for the same plan, computed, not measured${measured.some(({ modelled }) => modelled.some(({ extrapolated }) => extrapolated)) ? '; * beyond the sizes its figures come from' : ''}`,
        ]),
    // Whence the figures of named links come, docs/links.md says.
    ...report.links.flatMap(({ name, source, uncertain }) => (NAMED_LINKS.has(name) ? [] : [`link      ${name}: ${source} ${uncertain}`])),
    NEVER_A_LINK,
  ];
}

function milliseconds(seconds: number): string {
  return (seconds * 1e3).toFixed(3);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
