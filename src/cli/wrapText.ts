/** @file Long lines folded to the width of a terminal. What goes to a file or a pipe stays one line a sentence, for other programs. */
import { stripVTControlCharacters } from 'node:util';
import type { OutputFlags } from './output.ts';

/** Narrower terminals fold for themselves. */
const LEAST_COLUMNS = 40;
/** Lines to copy: a fold would go along. */
const COMMAND = /\bsglang\.launch_server\b|\bsglang serve\b|^\s*disagg-sim /;
/** A label and the column of its text: `Meaning      A layer ...`, `prefill  dsv4-flash: ...`. */
const LABEL = /^ *\S+(?:, \S+| \S+)? {2,}(?=\S)/;
const CONTINUATION = 2;
/** Lines that begin so far to the right stand below a label already. */
const DEEP = 8;

/** The text as stdout should have it: folded on a terminal, as it is elsewhere. */
export function folded(text: string, { out }: OutputFlags): string {
  const columns = out === undefined && process.stdout.isTTY === true ? process.stdout.columns : 0;
  return columns >= LEAST_COLUMNS ? foldText(text, columns) : text;
}

/** Folds lines longer than `columns` at blanks; what continues stands under the line's own text. Words longer than a line, and commands, stay whole. */
export function foldText(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => (widthOf(line) <= columns || COMMAND.test(stripVTControlCharacters(line)) ? [line] : foldLine(line, columns)))
    .join('\n');
}

function foldLine(line: string, columns: number): string[] {
  const plain = stripVTControlCharacters(line);
  const label = LABEL.exec(plain)?.[0].length ?? 0;
  const own = plain.length - plain.trimStart().length;
  const hang = ' '.repeat(label > 0 && label < columns / 2 ? label : Math.min(own > DEEP ? own : own + CONTINUATION, columns / 2));
  const lines: string[] = [];
  let current = '';
  for (const part of line.split(/(?<=\S)(?= )/)) {
    if (current !== '' && widthOf(current + part) > columns) {
      lines.push(current);
      current = `${hang}${part.trimStart()}`;
    } else {
      current += part;
    }
  }
  return [...lines, current];
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}
