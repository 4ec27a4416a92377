/**
 * @file The inside of a shell word: quotes, escapes, `$NAME`, `${NAME:-fallback}`, and what only running the script would tell. One pass, no
 * backtracking, any input.
 */
import { isDigit, isNameUnit, type ShellFault, type WordPart } from './shellTokens.ts';
import { sliceTraced, type Traced, TracedBuilder } from './traced.ts';

/** Fallbacks inside fallbacks, arrays inside arrays: deeper than this nobody writes, and the reader's own stack is finite. */
export const DEEPEST_NESTING = 16;

/** Reads word parts from a place in a text that moves on. */
export class WordReader {
  readonly faults: ShellFault[] = [];
  readonly input: Traced;
  readonly text: string;
  /** Where it stands: an index into `text`. */
  i = 0;

  constructor(input: Traced) {
    this.input = input;
    this.text = input.text;
  }

  here(offset = 0): string | undefined {
    return this.text[this.i + offset];
  }

  /** Whether the unit is one the lexer may act on; unknown units are only carried along. */
  isKnown(index = this.i): boolean {
    return this.input.known[index] !== false;
  }

  at(index = this.i): number {
    return this.input.at[index] ?? this.input.at[this.input.at.length - 1] ?? this.input.start;
  }

  /** Units of the line end at `index` (CRLF counts), 0 where there is none. */
  lineEndAfter(index: number): number {
    if (this.text[index] === '\n') return 1;
    return this.text[index] === '\r' && this.text[index + 1] === '\n' ? 2 : 0;
  }

  skipLine(): void {
    const end = this.text.indexOf('\n', this.i);
    this.i = end < 0 ? this.text.length : end;
  }

  /** Reads parts until `ends` says so of a unit that is not quoted. `inQuotes`: between double quotes, where blanks and single quotes are text. */
  parts(into: WordPart[], inQuotes: boolean, ends: (unit: string) => boolean, depth: number): void {
    let text = new TracedBuilder(this.at());
    const flush = () => {
      if (text.length > 0) into.push({ kind: 'text', text: text.done(), quoted: inQuotes });
      text = new TracedBuilder(this.at());
    };
    while (this.i < this.text.length) {
      const unit = this.text.charAt(this.i);
      if (!this.isKnown()) {
        text.push(unit, this.at(), false);
        this.i += 1;
      } else if (ends(unit)) {
        break;
      } else if (unit === '\\') {
        this.#backslash(text, inQuotes);
      } else if (unit === "'" && !inQuotes) {
        flush();
        into.push(this.#singleQuoted());
      } else if (unit === '"') {
        flush();
        this.#doubleQuoted(into, depth);
      } else if (unit === '$' && this.here(1) === "'" && !inQuotes) {
        flush();
        into.push(this.#ansiQuoted());
      } else if (unit === '$' && this.here(1) === '"' && !inQuotes) {
        this.i += 1;
      } else if (unit === '$' && startsExpansion(this.here(1))) {
        flush();
        into.push(this.#dollar(inQuotes, depth));
      } else if (unit === '`') {
        flush();
        into.push(this.#backticks(inQuotes));
      } else {
        text.push(unit, this.at());
        this.i += 1;
      }
    }
    flush();
  }

  #backslash(text: TracedBuilder, inQuotes: boolean): void {
    const lineEnd = this.lineEndAfter(this.i + 1);
    if (lineEnd > 0) {
      this.i += 1 + lineEnd;
      return;
    }
    const next = this.here(1);
    if (next === undefined || (inQuotes && !'$`"\\'.includes(next))) {
      text.push('\\', this.at());
      this.i += 1;
      return;
    }
    text.push(next, this.at(this.i + 1), this.isKnown(this.i + 1));
    this.i += 2;
  }

  #singleQuoted(): WordPart {
    const opened = this.i;
    const close = this.text.indexOf("'", opened + 1);
    if (close < 0) this.faults.push({ what: 'the single quote has no end', at: this.at(opened) });
    const end = close < 0 ? this.text.length : close;
    this.i = close < 0 ? end : end + 1;
    return { kind: 'text', text: sliceTraced(this.input, opened + 1, end), quoted: true };
  }

  #doubleQuoted(into: WordPart[], depth: number): void {
    const opened = this.at();
    this.i += 1;
    const count = into.length;
    this.parts(into, true, (unit) => unit === '"', depth);
    // An empty pair of quotes is a word all the same.
    if (into.length === count) into.push({ kind: 'text', text: new TracedBuilder(opened).done(), quoted: true });
    if (this.here() === '"') this.i += 1;
    else this.faults.push({ what: 'the double quote has no end', at: opened });
  }

  /** `$'...'`: the escapes of C. */
  #ansiQuoted(): WordPart {
    const opened = this.at();
    const text = new TracedBuilder(opened);
    this.i += 2;
    while (this.i < this.text.length && this.here() !== "'") {
      const next = this.here(1);
      if (this.here() === '\\' && next !== undefined) {
        text.push(ANSI_ESCAPES[next] ?? next, this.at());
        this.i += 2;
      } else {
        text.push(this.text.charAt(this.i), this.at(), this.isKnown());
        this.i += 1;
      }
    }
    if (this.here() === "'") this.i += 1;
    else this.faults.push({ what: 'the single quote has no end', at: opened });
    return { kind: 'text', text: text.done(), quoted: true };
  }

  #backticks(quoted: boolean): WordPart {
    const opened = this.i;
    this.i += 1;
    while (this.i < this.text.length && this.here() !== '`') this.i += this.here() === '\\' ? 2 : 1;
    if (this.i >= this.text.length) this.faults.push({ what: 'the backtick has no end', at: this.at(opened) });
    this.i = Math.min(this.i + 1, this.text.length);
    return { kind: 'unknown', raw: sliceTraced(this.input, opened, this.i), quoted };
  }

  /** What `$` begins. */
  #dollar(quoted: boolean, depth: number): WordPart {
    const from = this.i;
    const next = this.here(1) ?? '';
    if (next === '(' || next === '{') {
      this.i += 1;
      if (next === '(') this.skipBracketed('(', ')');
      else return this.#braced(from, quoted, depth);
      return { kind: 'unknown', raw: sliceTraced(this.input, from, this.i), quoted };
    }
    this.i += 1;
    const name = this.#name();
    if (name === '') {
      // `$1`, `$@`, `$?`: what the script was called with, or what happened before.
      this.i += 1;
      return { kind: 'unknown', raw: sliceTraced(this.input, from, this.i), quoted };
    }
    return { kind: 'variable', name, raw: sliceTraced(this.input, from, this.i), quoted, all: false, fallback: null };
  }

  #name(): string {
    const from = this.i;
    if (isDigit(this.here())) return '';
    while (isNameUnit(this.here()) && this.isKnown()) this.i += 1;
    return this.text.slice(from, this.i);
  }

  /** `${...}`, standing at the brace; `from` is the offset of the dollar sign. */
  #braced(from: number, quoted: boolean, depth: number): WordPart {
    const brace = this.i;
    this.i += 1;
    // `${1:-8}` has a fallback too; a positional parameter itself is never set in the file.
    const digits = this.i;
    while (isDigit(this.here())) this.i += 1;
    const name = this.i > digits ? this.text.slice(digits, this.i) : this.#name();
    const all = name !== '' && (this.text.startsWith('[@]', this.i) || this.text.startsWith('[*]', this.i));
    if (all) this.i += 3;
    const operator = FALLBACKS.find(({ mark }) => this.text.startsWith(mark, this.i));
    if (name !== '' && this.here() === '}') {
      this.i += 1;
      return { kind: 'variable', name, raw: sliceTraced(this.input, from, this.i), quoted, all, fallback: null };
    }
    if (name === '' || operator === undefined || depth >= DEEPEST_NESTING) {
      this.i = brace;
      this.skipBracketed('{', '}');
      return { kind: 'unknown', raw: sliceTraced(this.input, from, this.i), quoted };
    }
    this.i += operator.mark.length;
    const parts: WordPart[] = [];
    this.parts(parts, quoted, (unit) => unit === '}', depth + 1);
    if (this.here() === '}') this.i += 1;
    else this.faults.push({ what: 'the brace after the dollar sign has no end', at: this.at(brace) });
    const raw = sliceTraced(this.input, from, this.i);
    const fallback = operator.when === null ? null : { when: operator.when, assigns: operator.mark.endsWith('='), parts };
    return { kind: 'variable', name, raw, quoted, all, fallback };
  }

  /** Steps over what a bracket begins, quotes and inner brackets minded; a stack of its own, so that depth costs no stack of ours. */
  skipBracketed(open: string, close: string): void {
    const opened = this.i;
    const inside: ('bracket' | 'quote')[] = [];
    do {
      const unit = this.here();
      const quoted = inside[inside.length - 1] === 'quote';
      if (unit === '\\') this.i += 1;
      else if (unit === '"') quoted ? inside.pop() : inside.push('quote');
      else if (unit === open && (!quoted || this.here(-1) === '$')) inside.push('bracket');
      else if (unit === close && !quoted) inside.pop();
      else if (unit === "'" && !quoted) {
        const end = this.text.indexOf("'", this.i + 1);
        this.i = end < 0 ? this.text.length : end;
      }
      this.i += 1;
    } while (inside.length > 0 && this.i < this.text.length);
    this.i = Math.min(this.i, this.text.length);
    if (inside.length > 0) this.faults.push({ what: `the ${open} has no end`, at: this.at(opened) });
  }
}

const ANSI_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', e: '\x1b', f: '\f', v: '\v' };

const FALLBACKS = [
  { mark: ':-', when: 'unset' },
  { mark: ':=', when: 'unset' },
  { mark: ':+', when: 'set' },
  { mark: ':?', when: null },
  { mark: '-', when: 'unset' },
  { mark: '=', when: 'unset' },
  { mark: '+', when: 'set' },
  { mark: '?', when: null },
] as const;

function startsExpansion(unit: string | undefined): boolean {
  return isNameUnit(unit) || (unit !== undefined && '({@*#?!$-'.includes(unit));
}
