/** @file CSV as RFC 4180 has it, strict, to rows that know their lines. The libraries for it bring Node's streams along, or forgive stray quotes. */
import { SimError } from '../core/errors.ts';

/** A row, and the line that it begins on. Cells outside quotes are trimmed. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** One cell, in quotes or not, and what ends it: a comma, an end of line, or the end of the text. */
const CELL = /(?:[ \t]*"((?:[^"]|"")*)"[ \t]*|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/**
 * Splits a text into rows; blank lines are none.
 * @param file for messages
 * @throws SimError(bad-input) with the line where a quote stands inside of a cell or is not closed
 */
export function csvRows(text: string, file: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let [line, start, cells]: [number, number, string[]] = [1, 1, []];
  // A mark of byte order is not text.
  CELL.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  for (let ended = false; !ended; ) {
    const match = CELL.exec(text);
    if (match === null) throw new SimError('bad-input', { what: 'a quote stands inside of a cell, or is not closed', where: { file, line } });
    const [all, quoted, bare = '', end] = match;
    cells.push(quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"'));
    line += all.split(/\r\n|\n|\r/).length - 1;
    ended = end === '';
    if (end === ',') continue;
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: start, cells });
    [start, cells] = [line, []];
  }
  return rows;
}
