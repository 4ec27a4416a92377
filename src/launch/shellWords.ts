/**
 * @file A launch script to words and operators, as a POSIX shell (with bash's arrays, `$'...'` and here-documents) cuts it. Nothing is resolved and
 * nothing is executed: what a word refers to stays a part of it.
 */
import {
  assignmentOf,
  type HereDocument,
  isDigit,
  isOperator,
  literalWord,
  type ShellFault,
  type ShellOperator,
  type ShellToken,
  type ShellWord,
  type WordPart,
} from './shellTokens.ts';
import { isBlank, sliceTraced, type Traced } from './traced.ts';
import { DEEPEST_NESTING, WordReader } from './wordParts.ts';

/** Cuts a text into tokens. Never throws: what a shell would refuse is in `faults`. */
export function shellWords(input: Traced): { readonly tokens: readonly ShellToken[]; readonly faults: readonly ShellFault[] } {
  const lexer = new ShellLexer(input);
  lexer.run();
  return { tokens: lexer.tokens, faults: lexer.faults };
}

class ShellLexer {
  readonly tokens: ShellToken[] = [];
  readonly #in: WordReader;
  #documents: { readonly delimiter: string; readonly stripTabs: boolean; readonly start: number }[] = [];

  constructor(input: Traced) {
    this.#in = new WordReader(input);
  }

  get faults(): readonly ShellFault[] {
    return this.#in.faults;
  }

  run(): void {
    this.#read(this.tokens, null, 0);
  }

  /** Reads until the end, or until the unit `end`. */
  #read(into: ShellToken[], end: string | null, depth: number): void {
    while (this.#in.i < this.#in.text.length && this.#in.here() !== end) {
      const begin = this.#in.i;
      this.#step(into, depth);
      // A unit that no rule takes must not stop the reader.
      if (this.#in.i === begin) this.#in.i += 1;
    }
  }

  /** Reads blanks, a comment, an operator, a redirection or a word. */
  #step(into: ShellToken[], depth: number): void {
    const unit = this.#in.here();
    if (unit === '\n') this.#newline(into);
    else if (isBlank(unit)) this.#in.i += 1;
    else if (unit === '\\' && this.#in.lineEndAfter(this.#in.i + 1) > 0) this.#in.i += 1 + this.#in.lineEndAfter(this.#in.i + 1);
    else if (unit === '#') this.#in.skipLine();
    else if (this.#isRedirection()) this.#redirection();
    else if (isOperator(unit)) this.#operator(into);
    else into.push(this.#word(depth));
  }

  #newline(into: ShellToken[]): void {
    const start = this.#in.at();
    this.#in.i += 1;
    for (const document of this.#documents.splice(0)) into.push(this.#document(document));
    into.push({ kind: 'operator', text: '\n', start });
  }

  #document(wanted: { readonly delimiter: string; readonly stripTabs: boolean; readonly start: number }): HereDocument {
    const body = this.#in.i;
    while (this.#in.i < this.#in.text.length) {
      const lineStart = this.#in.i;
      const end = this.#in.text.indexOf('\n', lineStart);
      const lineEnd = end < 0 ? this.#in.text.length : end;
      let line = this.#in.text.slice(lineStart, lineEnd);
      if (line.endsWith('\r')) line = line.slice(0, -1);
      if (wanted.stripTabs) line = line.slice(leadingTabs(line));
      this.#in.i = end < 0 ? lineEnd : end + 1;
      if (line === wanted.delimiter) return { kind: 'document', text: sliceTraced(this.#in.input, body, lineStart), start: wanted.start };
    }
    this.#in.faults.push({ what: `the here-document that ${wanted.delimiter} should end has no end`, at: wanted.start });
    return { kind: 'document', text: sliceTraced(this.#in.input, body, this.#in.i), start: wanted.start };
  }

  #operator(into: ShellToken[]): void {
    const start = this.#in.at();
    const two = this.#in.text.slice(this.#in.i, this.#in.i + 2);
    const text = two === '&&' || two === '||' || two === ';;' ? two : (this.#in.here() as ShellOperator['text']);
    this.#in.i += text.length;
    into.push({ kind: 'operator', text, start });
  }

  #isRedirection(): boolean {
    if (!this.#in.isKnown()) return false;
    let i = this.#in.i;
    while (isDigit(this.#in.text[i]) && i - this.#in.i < 4) i += 1;
    if (this.#in.text[i] === '&' && i === this.#in.i) i += 1;
    return this.#in.text[i] === '>' || (this.#in.text[i] === '<' && this.#in.text[this.#in.i] !== '&');
  }

  /** Redirections go, with their targets; a here-document is remembered until its line ends. */
  #redirection(): void {
    const start = this.#in.at();
    while (isDigit(this.#in.here())) this.#in.i += 1;
    let mark = '';
    while (this.#in.here() === '<' || this.#in.here() === '>' || (this.#in.here() === '&' && mark.length < 3) || (this.#in.here() === '|' && mark === '>')) {
      mark += this.#in.here();
      this.#in.i += 1;
    }
    if (this.#in.here() === '(' && (mark.endsWith('<') || mark.endsWith('>'))) {
      this.#in.skipBracketed('(', ')');
      return;
    }
    const stripTabs = mark === '<<' && this.#in.here() === '-';
    if (stripTabs) this.#in.i += 1;
    while (this.#in.here() === ' ' || this.#in.here() === '\t') this.#in.i += 1;
    const next = this.#in.here();
    if (next === undefined || next === '\n' || isOperator(next)) return;
    const from = this.#in.i;
    const target = this.#word(DEEPEST_NESTING);
    if (this.#in.i === from) this.#in.i += 1;
    if (mark === '<<') this.#documents.push({ delimiter: literalWord(target).text, stripTabs, start });
  }

  #word(depth: number): ShellWord {
    const start = this.#in.at();
    const parts: WordPart[] = [];
    this.#in.parts(parts, false, (unit) => isBlank(unit) || isOperator(unit) || unit === '<' || unit === '>', depth);
    const assignment = assignmentOf(parts);
    if (assignment !== null && assignment.value.length === 0 && this.#in.here() === '(' && this.#in.isKnown()) {
      return { kind: 'word', parts, start, assignment: { ...assignment, elements: this.#array(depth) } };
    }
    return { kind: 'word', parts, start, assignment };
  }

  /** `( a b c )` after `NAME=`. */
  #array(depth: number): ShellWord[] {
    const opened = this.#in.at();
    if (depth >= DEEPEST_NESTING) {
      this.#in.skipBracketed('(', ')');
      return [];
    }
    this.#in.i += 1;
    const tokens: ShellToken[] = [];
    this.#read(tokens, ')', depth + 1);
    if (this.#in.here() === ')') this.#in.i += 1;
    else this.#in.faults.push({ what: 'the array has no closing parenthesis', at: opened });
    return tokens.filter((token) => token.kind === 'word');
  }
}

function leadingTabs(line: string): number {
  let count = 0;
  while (line[count] === '\t') count += 1;
  return count;
}
