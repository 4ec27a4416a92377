/**
 * @file The words of a catalogue entry as they stand in a log: their fixed pieces, found by the longest of them, and the values between the pieces as Python printed them.
 */
import type { Values } from '../../checks/entry.ts';

/** Words cut at their values. */
export interface Template {
  /** Catalogue id. */
  readonly id: string;
  /** One more than `names`; the first and the last may be empty. */
  readonly pieces: readonly string[];
  readonly names: readonly string[];
  /** Position of the piece that is searched for. */
  readonly anchor: number;
  /** A value printed for each name, for its form. */
  readonly example: Values;
}

/** Where a message stands in a text, and the values in it. */
export interface TemplateMatch {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly values: Values;
}

/** No value is longer; it bounds the work at every place where a message might stand. */
const LONGEST_VALUE = 1000;
/** Values that run to the end of their line: free text, brackets and commas included. */
const TO_LINE_END: ReadonlySet<string> = new Set(['rest', 'error']);

/** A piece that is a sentence of its own, behind the last value; people leave it out when they paste. */
const NEXT_SENTENCE = /^\.\s/;
/** The shortest piece that is searched for: the longer all of them are, the less of a log must be looked at. */
const LEAST_ANCHOR = 11;

/** Cuts words at their values. @returns null where no fixed piece is long enough to be searched for */
export function templateOf(id: string, words: string, example: Values): Template | null {
  const pieces = words.replace(/ +$/, '').split(/\{\w+\}/);
  const names = [...words.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const lengths = pieces.map((piece) => (NEXT_SENTENCE.test(piece) ? 0 : piece.length));
  const anchor = lengths.indexOf(Math.max(...lengths));
  return (lengths[anchor] ?? 0) < LEAST_ANCHOR ? null : { id, pieces, names, anchor, example };
}

/** The piece that is searched for. */
export function anchorOf({ pieces, anchor }: Template): string {
  return pieces[anchor] ?? '';
}

/** Reads the message whose anchor stands at `at`; null where the words around it are others, or a value has another form. Looks no further than the line. */
export function matchTemplate(text: string, at: number, template: Template): TemplateMatch | null {
  const { pieces, names, anchor, example } = template;
  const values: Record<string, string> = {};
  let end = at + anchorOf(template).length;
  for (let i = anchor + 1; i < pieces.length; i++) {
    const piece = pieces[i] ?? '';
    const name = names[i - 1] ?? '';
    const found = piece === '' ? null : pieceAfter(text, end, piece);
    const mayEnd = i === pieces.length - 1 && (piece === '' || NEXT_SENTENCE.test(piece));
    const next = found ?? (mayEnd ? valueEnd(text, end, TO_LINE_END.has(name)) : null);
    if (next === null) return null;
    values[name] = text.slice(end, next);
    end = found === null ? next : next + piece.length;
  }
  let start = at;
  for (let i = anchor - 1; i >= 0; i--) {
    const piece = pieces[i] ?? '';
    const before = piece === '' ? wordStart(text, start) : pieceBefore(text, start, piece);
    if (before === null) return null;
    values[names[i] ?? ''] = text.slice(before + piece.length, start);
    start = before;
  }
  if (!names.every((name) => hasForm(values[name] ?? '', example[name]))) return null;
  return { start, end, values: Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) };
}

/** Where a piece stands after a value, on the same line. */
function pieceAfter(text: string, from: number, piece: string): number | null {
  const offset = text.slice(from, from + LONGEST_VALUE + piece.length).indexOf(piece);
  return offset < 0 || text.slice(from, from + offset).includes('\n') ? null : from + offset;
}

/** Where a piece starts before a value, on the same line. */
function pieceBefore(text: string, to: number, piece: string): number | null {
  const from = Math.max(0, to - LONGEST_VALUE - piece.length);
  const offset = text.slice(from, to).lastIndexOf(piece);
  return offset < 0 || text.slice(from + offset, to).includes('\n') ? null : from + offset;
}

/** Where the word that ends at `to` starts. */
function wordStart(text: string, to: number): number | null {
  let from = to;
  while (from > 0 && to - from < LONGEST_VALUE && !/[\s"'(`]/.test(text[from - 1] ?? '')) from -= 1;
  return from === to ? null : from;
}

/** Where a value at the end of words ends: a bracket or quote closes, a line ends, or a word. */
function valueEnd(text: string, from: number, toLineEnd: boolean): number | null {
  const window = text.slice(from, from + LONGEST_VALUE);
  const line = window.slice(0, lineLength(window));
  const length = toLineEnd ? line.trimEnd().length : bracketLength(line);
  return length === 0 ? null : from + length;
}

function lineLength(window: string): number {
  const offset = window.search(/[\r\n]/);
  return offset < 0 ? window.length : offset;
}

/** Length of the value that a line begins with: a bracket with all in it, a quoted text, or a word without punctuation or unprintable characters behind it. */
function bracketLength(line: string): number {
  const first = line[0] ?? '';
  if ('([{'.includes(first)) {
    let depth = 0;
    for (let i = 0; i < line.length; i++) {
      if ('([{'.includes(line[i] ?? '')) depth += 1;
      if (')]}'.includes(line[i] ?? '')) depth -= 1;
      if (depth === 0) return i + 1;
    }
    return 0;
  }
  if (first === "'" || first === '"') {
    const close = line.indexOf(first, 1);
    return close < 0 ? 0 : close + 1;
  }
  const word = /^[^\s\p{C},;)\]}"'`]*/u.exec(line)?.[0] ?? '';
  return word.replace(/[.:!?]+$/, '').length;
}

/** Whether a value may stand where the example does: numbers stay numbers (or None), names stay names. */
function hasForm(value: string, example: string | undefined): boolean {
  if (value === '' || example === undefined) return value !== '';
  if (/^-?\d+(?:\.\d+)?$/.test(example)) return /^(?:-?\d+(?:\.\d+)?|None)$/.test(value);
  if (/^\(.*\)$/.test(example)) return /^\(.*\)$/.test(value);
  if (/^[A-Za-z_][\w-]*$/.test(example)) return /^[\w.:-]+$/.test(value);
  return true;
}
