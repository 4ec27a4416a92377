/**
 * @file The variables that a script itself gives values, and what words become with them. A variable that the file does not set is unknown, whatever
 * the reader's own environment holds.
 */
import type { Assignment, WordPart } from './shellTokens.ts';
import { isBlank, type Traced, TracedBuilder, unknownText } from './traced.ts';

/** A variable's value: one text, or an array's elements. */
export interface ShellVariable {
  readonly fields: readonly Traced[];
  readonly exported: boolean;
  /** Offset in the file of its name. */
  readonly start: number;
}

/**
 * Units that all expansions of one file may make together. Variables that double one another grow without bound in a few lines; what lies beyond
 * stays unknown.
 */
export class ExpansionBudget {
  #left = 300_000;

  /** Takes what a value costs; false when too little is left. */
  take(fields: readonly Traced[]): boolean {
    for (const field of fields) this.#left -= field.text.length + 1;
    return this.#left >= 0;
  }
}

/** The variables in force at a place in a script. */
export class ShellScope {
  readonly #variables: Map<string, ShellVariable>;
  readonly #budget: ExpansionBudget;
  /** `set -a`: every assignment exports. */
  exportsAll = false;

  constructor(budget: ExpansionBudget, variables: ReadonlyMap<string, ShellVariable> = new Map()) {
    this.#budget = budget;
    this.#variables = new Map(variables);
  }

  get(name: string): ShellVariable | undefined {
    return this.#variables.get(name);
  }

  /** Sets a variable; `undefined` unsets it. */
  set(name: string, variable: ShellVariable | undefined): void {
    if (variable === undefined) this.#variables.delete(name);
    else this.#variables.set(name, variable);
  }

  /** What a command started here finds in its environment. */
  exported(): ReadonlyMap<string, ShellVariable> {
    return new Map([...this.#variables].filter(([, { exported }]) => exported));
  }

  /** All variables, exported or not. */
  all(): ReadonlyMap<string, ShellVariable> {
    return this.#variables;
  }

  /** The value that an assignment gives; `export` where it is an argument of that command. */
  assigned(assignment: Assignment, start: number, exports: boolean): ShellVariable {
    const before = this.#variables.get(assignment.name);
    const value =
      assignment.elements === null ? [this.#joined(assignment.value, start)] : assignment.elements.flatMap(({ parts, start: at }) => this.fields(parts, at));
    const exported = exports || this.exportsAll || before?.exported === true;
    if (!assignment.append || before === undefined) return { fields: value, exported, start };
    if (assignment.elements !== null) return { fields: [...before.fields, ...value], exported, start };
    const joined = new TracedBuilder(start);
    for (const field of [before.fields[0], ...value]) if (field !== undefined) joined.append(field);
    return { fields: [joined.done(), ...before.fields.slice(1)], exported, start };
  }

  /** What a word becomes: none, one or several fields, as unquoted values are split at blanks and arrays spread. */
  fields(parts: readonly WordPart[], start: number): Traced[] {
    const fields = new FieldBuilder(start);
    this.#expand(parts, fields);
    return fields.done();
  }

  /** The value as an assignment takes it: never split. */
  #joined(parts: readonly WordPart[], start: number): Traced {
    const fields = new FieldBuilder(start);
    this.#expand(parts, fields, true);
    return fields.done()[0] ?? new TracedBuilder(start).done();
  }

  #expand(parts: readonly WordPart[], into: FieldBuilder, keepWhole = false): void {
    for (const part of parts) {
      const whole = keepWhole || part.quoted;
      if (part.kind === 'text') into.add(part.text);
      else if (part.kind === 'unknown') into.add(unknownText(part.raw.text, part.raw.start));
      else this.#expandVariable(part, into, whole, keepWhole);
    }
  }

  #expandVariable(part: WordPart & { kind: 'variable' }, into: FieldBuilder, whole: boolean, keepWhole: boolean): void {
    const { name, raw, fallback } = part;
    const variable = this.#variables.get(name);
    const isEmpty = variable === undefined || variable.fields.every(({ text }) => text === '');
    if (fallback !== null && (fallback.when === 'unset' ? isEmpty : variable !== undefined && !isEmpty)) {
      // A fallback counts as the value: the file itself says what it is when nobody says otherwise.
      if (fallback.assigns) this.#variables.set(name, { fields: [this.#joined(fallback.parts, raw.start)], exported: false, start: raw.start });
      this.#expand(fallback.parts, into, whole);
      return;
    }
    if (variable === undefined || (fallback?.when === 'set' && isEmpty)) {
      into.add(unknownText(raw.text, raw.start));
      return;
    }
    const values = part.all ? variable.fields : variable.fields.slice(0, 1);
    if (!this.#budget.take(values)) {
      into.add(unknownText(raw.text, raw.start));
      return;
    }
    for (const [i, value] of values.entries()) {
      if (i > 0) keepWhole ? into.add(unknownText(' ', raw.start)) : into.next();
      if (whole) into.add(value);
      else into.addSplit(value);
    }
  }
}

/** Builds the fields of one word. */
class FieldBuilder {
  readonly #start: number;
  readonly #fields: Traced[] = [];
  #current: TracedBuilder | null = null;

  constructor(start: number) {
    this.#start = start;
  }

  add(text: Traced): void {
    this.#current ??= new TracedBuilder(this.#fields.length === 0 ? this.#start : text.start);
    this.#current.append(text);
  }

  /** Adds a value that blanks split. */
  addSplit(value: Traced): void {
    let from = 0;
    for (let i = 0; i <= value.text.length; i++) {
      const blank = i === value.text.length || (value.known[i] === true && isBlank(value.text[i]));
      if (!blank) continue;
      if (i > from) {
        this.#current ??= new TracedBuilder(value.at[from] ?? value.start);
        this.#current.append(value, from, i);
      }
      if (i < value.text.length) this.next();
      from = i + 1;
    }
  }

  /** Ends the field. */
  next(): void {
    if (this.#current !== null) this.#fields.push(this.#current.done());
    this.#current = null;
  }

  done(): Traced[] {
    this.next();
    return this.#fields;
  }
}
