/** @file A measured sweep from CSV: the columns that CloudAI writes of nixlbench, or plain bytes and seconds. Strict: what is not known is refused. */
import { SimError } from '../core/errors.ts';
import type { SweepSample } from './publicSweeps.ts';

const MICRO = 1e-6;

/** A kind of sweep: the columns it needs, those it may have besides, and what a row of it means. */
interface SweepFormat {
  readonly name: string;
  readonly needs: readonly string[];
  readonly may: readonly string[];
  sampleOf(cell: (column: string) => number): SweepSample;
}

const FORMATS: readonly SweepFormat[] = [
  {
    name: 'nixlbench',
    needs: ['block_size', 'batch_size', 'avg_lat'],
    may: ['bw_mib_sec', 'bw_gib_sec', 'bw_gb_sec', 'avg_prep', 'p99_prep', 'avg_post', 'p99_post', 'avg_tx', 'p99_tx'],
    // Its latency is microseconds a message, whatever the batch.
    sampleOf: (cell) => ({ bytes: cell('block_size'), messages: cell('batch_size'), seconds: cell('avg_lat') * cell('batch_size') * MICRO }),
  },
  {
    name: 'bytes and seconds',
    needs: ['bytes', 'seconds'],
    may: ['messages'],
    sampleOf: (cell) => ({ bytes: cell('bytes'), messages: cell('messages'), seconds: cell('seconds') }),
  },
];

/** Cells of these columns are whole numbers; the others are positive numbers. */
const WHOLE: ReadonlySet<string> = new Set(['block_size', 'batch_size', 'bytes', 'messages']);

/**
 * Reads a sweep.
 * @param file for messages
 * @throws SimError(bad-input) with line and column name for what is missing, unknown, doubled, or no number
 */
export function parseSweepCsv(text: string, file: string): SweepSample[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ line: index + 1, cells: line.split(',').map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.length > 1 || cells[0] !== '');
  const [header, ...rows] = lines;
  if (header === undefined)
    throw new SimError('bad-input', {
      what: 'the sweep is empty',
      where: { file },
      mend: `Its first line names columns: ${FORMATS.map(describe).join('; or ')}.`,
    });
  const format = formatOf(header.cells, file, header.line);
  if (rows.length === 0) throw new SimError('bad-input', { what: 'the sweep has no rows', where: { file, line: header.line } });
  return rows.map(({ line, cells }) => {
    if (cells.length !== header.cells.length)
      throw new SimError('bad-input', {
        what: 'the row has another number of cells than the first line',
        values: { row: cells.length, columns: header.cells.length },
        where: { file, line },
      });
    const values = new Map(header.cells.map((column, index) => [column, numberOf(cells[index] ?? '', column, file, line)]));
    return format.sampleOf((column) => values.get(column) ?? 1);
  });
}

function formatOf(columns: readonly string[], file: string, line: number): SweepFormat {
  const place = (path: string) => ({ file, line, path });
  const doubled = columns.find((column, index) => columns.indexOf(column) < index);
  if (doubled !== undefined) throw new SimError('bad-input', { what: 'the column stands twice', where: place(doubled) });
  const known = (format: SweepFormat, column: string) => format.needs.includes(column) || format.may.includes(column);
  const [format] = FORMATS.toSorted((a, b) => shared(b) - shared(a));
  function shared(candidate: SweepFormat): number {
    return columns.filter((column) => known(candidate, column)).length;
  }
  if (format === undefined || shared(format) === 0)
    throw new SimError('bad-input', {
      what: 'these are no columns of a sweep',
      values: { found: columns.join(' ').slice(0, 80) },
      where: { file, line },
      mend: `Have ${FORMATS.map(describe).join('; or ')}.`,
    });
  const unknown = columns.find((column) => !known(format, column));
  if (unknown !== undefined)
    throw new SimError('bad-input', {
      what: `unknown column ${JSON.stringify(unknown)}`,
      where: place(unknown),
      mend: `A ${format.name} sweep has ${describe(format)}.`,
    });
  const missing = format.needs.find((column) => !columns.includes(column));
  if (missing !== undefined)
    throw new SimError('bad-input', {
      what: `the column ${missing} is missing`,
      where: { file, line },
      mend: `A ${format.name} sweep has ${describe(format)}.`,
    });
  return format;
}

function describe({ needs, may }: SweepFormat): string {
  return `${needs.join(', ')}${may.length === 0 ? '' : ` (and perhaps ${may.join(', ')})`}`;
}

function numberOf(text: string, column: string, file: string, line: number): number {
  const value = /^\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const right = WHOLE.has(column) ? Number.isSafeInteger(value) && value > 0 : Number.isFinite(value) && value > 0;
  if (right) return value;
  throw new SimError('bad-input', {
    what: WHOLE.has(column) ? 'must be a whole number above 0' : 'must be a number above 0',
    values: { found: text === '' ? 'nothing' : JSON.stringify(text.slice(0, 40)) },
    where: { file, line, path: column },
  });
}
