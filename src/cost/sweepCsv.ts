/**
 * @file A measured sweep from CSV: the columns that CloudAI writes of nixlbench, those of our own `bench --csv`, or plain bytes with seconds or GB/s. Strict: what is not known is
 * refused.
 */
import { SimError, type SimErrorFacts, type Where } from '../core/errors.ts';
import { axisColumns, FIGURE_COLUMNS, PLACE_COLUMNS } from './benchCsv.ts';
import { csvRows } from './csvRows.ts';
import type { SweepSample } from './publicSweeps.ts';

const MICRO = 1e-6;
const GIGA = 1e9;

/** Number of a row in a column. @throws SimError(bad-input) where there is none */
type NumberIn = (column: string) => number;

/** A kind of sweep: the columns it needs, those it may have besides, and what a row of it means. */
interface SweepFormat {
  readonly name: string;
  readonly needs: readonly string[];
  readonly may: readonly string[];
  /** Whether a row counts. */
  takes(text: (column: string) => string): boolean;
  sampleOf(number: NumberIn): SweepSample;
}

const OWN = 'disagg-sim bench';
const EVERY_ROW = () => true;

const FORMATS: readonly SweepFormat[] = [
  {
    name: 'nixlbench',
    needs: ['block_size', 'batch_size', 'avg_lat'],
    may: ['bw_mib_sec', 'bw_gib_sec', 'bw_gb_sec', 'avg_prep', 'p99_prep', 'avg_post', 'p99_post', 'avg_tx', 'p99_tx'],
    takes: EVERY_ROW,
    // Its latency is microseconds a message, whatever the batch.
    sampleOf: (cell) => ({ bytes: cell('block_size'), messages: cell('batch_size'), seconds: cell('avg_lat') * cell('batch_size') * MICRO }),
  },
  {
    name: 'bytes and seconds',
    needs: ['bytes', 'seconds'],
    may: ['messages'],
    takes: EVERY_ROW,
    sampleOf: (cell) => ({ bytes: cell('bytes'), messages: cell('messages'), seconds: cell('seconds') }),
  },
  {
    name: 'bytes and GB/s',
    needs: ['bytes', 'gbps'],
    may: ['messages'],
    takes: EVERY_ROW,
    sampleOf: (cell) => ({ bytes: cell('bytes'), messages: cell('messages'), seconds: (cell('bytes') * cell('messages')) / (cell('gbps') * GIGA) }),
  },
  {
    name: OWN,
    needs: ['suite', 'id', 'strategy', 'status', 'bytes', 'descriptors', 'p50Seconds'],
    may: [...PLACE_COLUMNS, ...FIGURE_COLUMNS],
    // The strategy whose descriptors are the items; what failed or nobody checked is no measurement.
    takes: (text) => text('strategy') === 'per-item' && text('status') === 'verified',
    sampleOf: (cell) => ({ bytes: cell('bytes') / cell('descriptors'), messages: cell('descriptors'), seconds: cell('p50Seconds') }),
  },
];

/** Cells of these columns are whole numbers; the others are positive numbers. */
const WHOLE: ReadonlySet<string> = new Set(['block_size', 'batch_size', 'bytes', 'messages', 'descriptors']);

/**
 * Reads a sweep.
 * @param file for messages
 * @throws SimError(bad-input) with line and column name for what is missing, unknown, doubled, or no number
 */
export function parseSweepCsv(text: string, file: string): SweepSample[] {
  const [header, ...rows] = csvRows(text, file);
  if (header === undefined) throw wrong('the sweep is empty', { file }, { mend: `Its first line names columns: ${FORMATS.map(describe).join('; or ')}.` });
  const columns = header.cells;
  const format = formatOf(columns, file, header.line);
  const samples = rows.flatMap(({ line, cells }) => {
    if (cells.length !== columns.length)
      throw wrong('the row has another number of cells than the first line', { file, line }, { values: { row: cells.length, columns: columns.length } });
    const textIn = (column: string) => cells[columns.indexOf(column)] ?? '';
    // A column that is left out altogether counts as 1: messages.
    const numberIn = (column: string) => (columns.includes(column) ? numberOf(textIn(column), column, file, line) : 1);
    return format.takes(textIn) ? [format.sampleOf(numberIn)] : [];
  });
  if (rows.length === 0) throw wrong('the sweep has no rows', { file, line: header.line });
  if (samples.length === 0) throw wrong('no row of the sweep counts', { file }, { mend: 'A fit takes verified points of the strategy per-item.' });
  return samples;
}

function wrong(what: string, where: Where, facts: Pick<SimErrorFacts, 'values' | 'mend'> = {}): SimError {
  return new SimError('bad-input', { what, where, ...facts });
}

function formatOf(columns: readonly string[], file: string, line: number): SweepFormat {
  const doubled = columns.find((column, index) => columns.indexOf(column) < index);
  if (doubled !== undefined) throw wrong('the column stands twice', { file, line, path: doubled });
  const shared = (format: SweepFormat) => columns.filter((column) => format.needs.includes(column) || format.may.includes(column)).length;
  const [format] = FORMATS.toSorted((a, b) => shared(b) - shared(a));
  if (format === undefined || shared(format) === 0)
    throw wrong(
      'these are no columns of a sweep',
      { file, line },
      { values: { found: columns.join(' ').slice(0, 80) }, mend: `Have ${FORMATS.map(describe).join('; or ')}.` },
    );
  const isWhole = format.needs.every((column) => columns.includes(column));
  // What has not even the columns that are needed may be meant as another kind.
  const mend = isWhole ? `A ${format.name} sweep has ${describe(format)}.` : `Have ${FORMATS.map(describe).join('; or ')}.`;
  const known = new Set([...format.needs, ...format.may, ...(format.name === OWN ? axisColumns(columns) : [])]);
  const unknown = columns.find((column) => !known.has(column));
  if (unknown !== undefined) throw wrong(`unknown column ${JSON.stringify(unknown)}`, { file, line, path: unknown }, { mend });
  const missing = format.needs.find((column) => !columns.includes(column));
  if (missing !== undefined) throw wrong(`the column ${missing} is missing`, { file, line }, { mend });
  return format;
}

function describe({ name, needs, may }: SweepFormat): string {
  if (name === OWN) return `what ${OWN} --csv writes`;
  return `${needs.join(', ')}${may.length === 0 ? '' : ` (and perhaps ${may.join(', ')})`}`;
}

function numberOf(text: string, column: string, file: string, line: number): number {
  const value = /^\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const right = WHOLE.has(column) ? Number.isSafeInteger(value) && value > 0 : Number.isFinite(value) && value > 0;
  if (right) return value;
  const values = { found: text === '' ? 'nothing' : JSON.stringify(text.slice(0, 40)) };
  throw wrong(WHOLE.has(column) ? 'must be a whole number above 0' : 'must be a number above 0', { file, line, path: column }, { values });
}
