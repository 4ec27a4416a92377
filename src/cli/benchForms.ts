/** @file A benchmark report in the forms that programs read: JSON, JSON Lines (which is a journal), CSV, Markdown. Each says whether bytes were verified. */
import type { BenchPoint, BenchReport } from '../sweep/benchReport.ts';
import { type BenchTable, benchSummary, benchTable } from './benchText.ts';

/** Forms beside the text for terminals. */
export type ReportForm = 'json' | 'jsonl' | 'csv' | 'markdown';

/** The report in a form. */
export function renderReport(report: BenchReport, form: ReportForm): string {
  if (form === 'json') return `${JSON.stringify(report, null, 2)}\n`;
  if (form === 'jsonl') return jsonLines(report);
  return form === 'csv' ? csv(report) : markdown(report);
}

function jsonLines({ complete: _, points, ...head }: BenchReport): string {
  return [head, ...points].map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** Figures of a point by column, empty where it has none. */
function cellsOf(report: BenchReport, point: BenchPoint, axes: readonly string[]): readonly (string | number)[] {
  const { adapter, suite, seed } = report;
  const place = [suite, adapter.name, seed, point.index, point.id, ...axes.map((axis) => point.coordinates[axis] ?? '')];
  if (point.status === 'failed') return [...place, point.status, `${point.reason.code}: ${point.reason.message}`];
  const { work, wall, gpu, ceiling, samples } = point;
  const mean = (values: readonly number[]) => (values.length === 0 ? '' : values.reduce((sum, value) => sum + value, 0) / values.length);
  return [
    ...place,
    point.verified,
    '',
    work.bytes,
    work.usefulBytes,
    work.blocks,
    work.runs,
    work.descriptors,
    work.bytesPerDescriptor,
    samples.wall.length,
    samples.iterationsPerSample,
    wall.avg,
    wall.p50,
    wall.p90,
    wall.p99,
    wall.min,
    wall.max,
    point.prepare.p50,
    mean(samples.encode),
    mean(samples.submit),
    gpu?.p50 ?? '',
    point.gbps,
    point.fractionOfCeiling,
    ceiling.contiguousCopy.gbps,
    ceiling.contiguousShader.gbps,
    ceiling.memoryCopy?.gbps ?? '',
    point.boundBy ?? '',
  ];
}

const FIGURES = [
  'status',
  'reason',
  'bytes',
  'usefulBytes',
  'blocks',
  'runs',
  'descriptors',
  'bytesPerDescriptor',
  'samples',
  'iterationsPerSample',
  'avgSeconds',
  'p50Seconds',
  'p90Seconds',
  'p99Seconds',
  'minSeconds',
  'maxSeconds',
  'prepareSeconds',
  'encodeSeconds',
  'submitSeconds',
  'gpuSeconds',
  'gbps',
  'fractionOfCeiling',
  'copyCeilingGbps',
  'shaderCeilingGbps',
  'memoryCeilingGbps',
  'boundBy',
] as const;

/** One row a point; `status` is `verified`, `unverified` or `failed`. */
function csv(report: BenchReport): string {
  const axes = axesOf(report);
  const head = ['suite', 'adapter', 'seed', 'index', 'id', ...axes, ...FIGURES];
  const rows = report.points.map((point) => {
    const cells = cellsOf(report, point, axes);
    return [...cells, ...Array.from({ length: head.length - cells.length }, () => '')];
  });
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

/** Quoted where it must be; a spreadsheet takes what begins with one of =+-@ for a formula. */
function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const text = /^[=+\-@\t]/.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Names of all axes, in the order first met. */
function axesOf({ points }: BenchReport): readonly string[] {
  return [...new Set(points.flatMap(({ coordinates }) => Object.keys(coordinates)))];
}

function markdown(report: BenchReport): string {
  const table = benchTable(report);
  const [title = '', ...summary] = benchSummary(report);
  return [`# ${title}`, '', ...summary.map((line) => `- ${line}`), '', ...markdownTable(table), '', ...table.notes.map((note) => `- ${note}`), ''].join('\n');
}

function markdownTable({ head, aligns, rows }: BenchTable): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(aligns.map((align) => (align === 'right' ? '---:' : '---'))), ...rows.map(line)];
}
