/**
 * @file Text that remembers where each of its characters stands in the file, and which of them stand for something unknown. Words, variable values
 * and scripts inside scripts are all such texts, so that whatever is read out of them can be pointed at.
 */

/** A text with, for every UTF-16 unit, its offset in the file and whether it is what the server would see. */
export interface Traced {
  readonly text: string;
  /** Offset in the file of every unit; as long as `text`. */
  readonly at: readonly number[];
  /** False for units that only stand for something not known, such as `$TP` where TP is set nowhere in the file. As long as `text`. */
  readonly known: readonly boolean[];
  /** Offset in the file where the text begins, also when it is empty. */
  readonly start: number;
}

/** Grows a traced text. */
export class TracedBuilder {
  #text = '';
  readonly #at: number[] = [];
  readonly #known: boolean[] = [];
  readonly #start: number;

  /** @param start offset in the file of what is being built */
  constructor(start: number) {
    this.#start = start;
  }

  /** Units so far. */
  get length(): number {
    return this.#at.length;
  }

  /** What has been built so far, as text. */
  get text(): string {
    return this.#text;
  }

  /** Appends one unit. */
  push(unit: string, at: number, known = true): void {
    this.#text += unit;
    this.#at.push(at);
    this.#known.push(known);
  }

  /** Appends units [from, to) of another traced text; with `known = false` they only stand for something unknown. */
  append(source: Traced, from = 0, to = source.text.length, known = true): void {
    this.#text += source.text.slice(from, to);
    for (let i = from; i < to; i++) {
      this.#at.push(source.at[i] ?? source.start);
      this.#known.push(known && source.known[i] === true);
    }
  }

  /** What was built. */
  done(): Traced {
    return { text: this.#text, at: this.#at, known: this.#known, start: this.#start };
  }
}

/** A whole file. */
export function traceFile(text: string): Traced {
  return { text, at: identity(text.length), known: filled(text.length, true), start: 0 };
}

/** Quotes, escapes and indentation between two characters of a decoded text are shorter than this; it bounds the search. */
const LONGEST_GAP = 256;

/** A text that came out of units [from, to) of a file with quotes, escapes or indentation taken off: each of its characters is looked for in order. */
export function traceDecoded(decoded: string, file: string, from: number, to: number): Traced {
  const at = new Array<number>(decoded.length);
  let spot = from;
  for (let i = 0; i < decoded.length; i++) {
    const unit = decoded.charAt(i);
    // Blanks may have been folded or written as escapes: they take the place reached and move nothing.
    if (!isBlank(unit)) {
      const end = Math.min(to, spot + LONGEST_GAP);
      let next = spot;
      while (next < end && file[next] !== unit) next += 1;
      if (next < end) spot = next;
    }
    at[i] = Math.min(spot, Math.max(from, to - 1));
    if (file[spot] === unit) spot += 1;
  }
  return { text: decoded, at, known: filled(decoded.length, true), start: from };
}

/** A text that stands at one place and is not known: `shown` says what it stands for. */
export function unknownText(shown: string, at: number): Traced {
  return { text: shown, at: new Array<number>(shown.length).fill(at), known: filled(shown.length, false), start: at };
}

/** Units [from, to) of a traced text. */
export function sliceTraced(source: Traced, from: number, to = source.text.length): Traced {
  return { text: source.text.slice(from, to), at: source.at.slice(from, to), known: source.known.slice(from, to), start: source.at[from] ?? source.start };
}

/** Whether nothing in it is unknown. */
export function isKnown(source: Traced): boolean {
  return !source.known.includes(false);
}

/** The first run of unknown units, as it is shown; null where all is known. */
export function unknownPart(source: Traced): string | null {
  const from = source.known.indexOf(false);
  if (from < 0) return null;
  const to = source.known.indexOf(true, from);
  return source.text.slice(from, to < 0 ? undefined : to);
}

/** Space, tab, line feed or carriage return. */
export function isBlank(unit: string | undefined): boolean {
  return unit === ' ' || unit === '\t' || unit === '\n' || unit === '\r';
}

/** A finder of lines and columns, both from 1, by offset. */
export function spotFinder(file: string): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = [0];
  for (let i = file.indexOf('\n'); i >= 0; i = file.indexOf('\n', i + 1)) starts.push(i + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function identity(length: number): number[] {
  const at = new Array<number>(length);
  for (let i = 0; i < length; i++) at[i] = i;
  return at;
}

function filled(length: number, value: boolean): boolean[] {
  return new Array<boolean>(length).fill(value);
}
