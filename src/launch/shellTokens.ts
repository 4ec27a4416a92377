/**
 * @file What a shell script is cut into: words with their parts, operators, here-documents.
 */
import { sliceTraced, type Traced, TracedBuilder } from './traced.ts';

/** What a word is made of, in order. `quoted` parts are not split at blanks. */
export type WordPart =
  | { readonly kind: 'text'; readonly text: Traced; readonly quoted: boolean }
  /** `$NAME`, `${NAME}`, `${NAME:-fallback}`, `${NAME[@]}`. */
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly raw: Traced;
      readonly quoted: boolean;
      readonly all: boolean;
      readonly fallback: Fallback | null;
    }
  /** A command substitution, arithmetic, or an expansion that needs the environment: never executed, never guessed. */
  | { readonly kind: 'unknown'; readonly raw: Traced; readonly quoted: boolean };

/** `${NAME:-...}` and its kin: when it applies, and what it gives. */
export interface Fallback {
  /** `unset`: used where NAME has no value; `set`: used where it has one (`:+`). */
  readonly when: 'unset' | 'set';
  /** `:=` gives NAME the value as well. */
  readonly assigns: boolean;
  readonly parts: readonly WordPart[];
}

/** A word; `assignment` where it would be one in front of a command. */
export interface ShellWord {
  readonly kind: 'word';
  readonly parts: readonly WordPart[];
  readonly start: number;
  readonly assignment: Assignment | null;
}

/** `NAME=value`, `NAME+=value`, `NAME=(a b c)`. */
export interface Assignment {
  readonly name: string;
  readonly append: boolean;
  /** The parts after the equals sign; for an array, its elements. */
  readonly value: readonly WordPart[];
  readonly elements: readonly ShellWord[] | null;
}

/** An operator between commands; a newline is one. */
export interface ShellOperator {
  readonly kind: 'operator';
  readonly text: '\n' | ';' | ';;' | '&' | '&&' | '|' | '||' | '(' | ')';
  readonly start: number;
}

/** The text of a here-document, which belongs to the command whose line began it. */
export interface HereDocument {
  readonly kind: 'document';
  readonly text: Traced;
  readonly start: number;
}

/** What a script is cut into. */
export type ShellToken = ShellWord | ShellOperator | HereDocument;

/** Something the shell itself would refuse. */
export interface ShellFault {
  readonly what: string;
  readonly at: number;
}

/** Whether a unit ends a word and begins an operator. */
export function isOperator(unit: string | undefined): boolean {
  return unit !== undefined && '\n;&|()'.includes(unit);
}

/** 0 to 9. */
export function isDigit(unit: string | undefined): boolean {
  return unit !== undefined && unit >= '0' && unit <= '9';
}

/** What names of variables are made of. */
export function isNameUnit(unit: string | undefined): boolean {
  return unit !== undefined && (unit === '_' || isDigit(unit) || (unit >= 'a' && unit <= 'z') || (unit >= 'A' && unit <= 'Z'));
}

/** A word with quotes taken off and nothing resolved: a here-document's delimiter, or a word of a program that cuts like a shell but is none. */
export function literalWord(word: ShellWord): Traced {
  const literal = new TracedBuilder(word.start);
  for (const part of word.parts) literal.append(part.kind === 'text' ? part.text : part.raw);
  return literal.done();
}

/** The assignment that the parts of a word are, where they begin with `NAME=` or `NAME+=` outside quotes. */
export function assignmentOf(parts: readonly WordPart[]): Assignment | null {
  const first = parts[0];
  if (first === undefined || first.kind !== 'text' || first.quoted) return null;
  const { text } = first.text;
  let end = 0;
  while (isNameUnit(text[end]) && first.text.known[end] === true) end += 1;
  if (end === 0 || isDigit(text[0])) return null;
  const append = text[end] === '+';
  const equals = append ? end + 1 : end;
  if (text[equals] !== '=' || first.text.known[equals] !== true) return null;
  const rest = sliceTraced(first.text, equals + 1);
  const value = rest.text === '' ? parts.slice(1) : [{ ...first, text: rest }, ...parts.slice(1)];
  return { name: text.slice(0, end), append, value, elements: null };
}
