/** @file A benchmark report in the forms that programs read: JSON, JSON Lines (which is a journal), CSV, Markdown. Each says whether bytes were verified. */
import { FIGURE_COLUMNS, type FigureColumn, PLACE_COLUMNS } from '../cost/benchCsv.ts';
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

/** What stands in a cell; nothing where a point has no such figure. */
type Cell = string | number | null;

/** Figures of a point by column. */
function figuresOf(point: BenchPoint): Readonly<Partial<Record<FigureColumn, Cell>>> {
  if (point.status === 'failed') return { status: point.status, reason: `${point.reason.code}: ${point.reason.message}` };
  const { work, wall, gpu, ceiling, samples } = point;
  const mean = (values: readonly number[]) => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length);
  return {
    status: point.verified,
    bytes: work.bytes,
    usefulBytes: work.usefulBytes,
    blocks: work.blocks,
    runs: work.runs,
    descriptors: work.descriptors,
    bytesPerDescriptor: work.bytesPerDescriptor,
    samples: samples.wall.length,
    iterationsPerSample: samples.iterationsPerSample,
    avgSeconds: wall.avg,
    p50Seconds: wall.p50,
    p90Seconds: wall.p90,
    p99Seconds: wall.p99,
    minSeconds: wall.min,
    maxSeconds: wall.max,
    prepareSeconds: point.prepare.p50,
    encodeSeconds: mean(samples.encode),
    submitSeconds: mean(samples.submit),
    gpuSeconds: gpu?.p50 ?? null,
    gbps: point.gbps,
    fractionOfCeiling: point.fractionOfCeiling,
    copyCeilingGbps: ceiling.contiguousCopy.gbps,
    shaderCeilingGbps: ceiling.contiguousShader.gbps,
    memoryCeilingGbps: ceiling.memoryCopy?.gbps ?? null,
    boundBy: point.boundBy,
  };
}

/** One row a point; `status` is `verified`, `unverified` or `failed`. */
function csv(report: BenchReport): string {
  const axes = axesOf(report);
  const head = [...PLACE_COLUMNS, ...axes, ...FIGURE_COLUMNS];
  const rows = report.points.map((point): Cell[] => {
    const { index, id, coordinates } = point;
    const place: Readonly<Record<(typeof PLACE_COLUMNS)[number], Cell>> = { suite: report.suite, adapter: report.adapter.name, seed: report.seed, index, id };
    const figures = figuresOf(point);
    return [
      ...PLACE_COLUMNS.map((column) => place[column]),
      ...axes.map((axis) => coordinates[axis] ?? null),
      ...FIGURE_COLUMNS.map((column) => figures[column] ?? null),
    ];
  });
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

/** Quoted where it must be; a spreadsheet takes what begins with one of =+-@ for a formula. */
function csvCell(cell: Cell): string {
  if (cell === null) return '';
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
