/**
 * @file A server's words and variables to settings as given, by the tables: what is given, by which flag or variable, where; and what is wrong or
 * unknown, which is listed and never guessed.
 */
import type { Where } from '../core/errors.ts';
import { nearestName } from '../scenario/nearestName.ts';
import { flagLike, flagNamed } from './flagNames.ts';
import type { GivenName } from './flags.ts';
import type { LaunchFound, LaunchProblem, LaunchWord } from './launch.ts';
import { isSecretName, MASK, maskText, maskValue } from './mask.ts';
import { isNear, isOnlyNear } from './nearNames.ts';
import type { StartFact } from './startFindings.ts';
import { integer, number, type ReadValue, readValue, type ValueKind } from './valueKinds.ts';
import { ENGINE_PREFIXES, UNIFIED_BACKEND, VARIABLES } from './variables.ts';

/** One setting as given. */
export interface Given {
  readonly origin: 'flag' | 'variable';
  /** The flag as it is written, or the variable's name. */
  readonly by: string;
  /** Null where the value is not known. */
  readonly value: ReadValue | null;
  /** What is written, masked. */
  readonly text: string;
  readonly where: Where;
}

/** A flag or variable that was read but gives no setting of ours; texts masked. */
export interface Accepted {
  readonly by: string;
  readonly text: string;
  readonly where: Where;
}

/** All that a launch gives. */
export interface GivenSettings {
  readonly given: ReadonlyMap<GivenName, Given>;
  readonly accepted: readonly Accepted[];
  readonly problems: readonly LaunchProblem[];
  /** What the server's parser says to the line, and what it passes over in silence; none of it is among the problems. */
  readonly findings: readonly StartFact[];
  /** Words of the line as they must have been meant: abbreviations in full, slips of which there is one reading. */
  readonly meant: ReadonlyMap<LaunchWord, string>;
}

const VARIABLE_BY_NAME = new Map(VARIABLES.map((known) => [known.name, known] as const));
const VARIABLE_NAMES = [...VARIABLE_BY_NAME.keys()];
/** Variables that would be about unified KV. The one that is known and begins so is refused by every server of a hand-off: it is never suggested. */
const ABOUT_UNIFIED = /UNIFIED_?KV/;
/** Problems listed of one launch; more have one cause, and looking for near names has its cost. */
const MOST_PROBLEMS = 40;

/** Reads arguments and variables; a flag goes before a variable, and of two alike flags the last, as argparse has it. */
export function readArguments(launch: LaunchFound): GivenSettings {
  const reader = new ArgumentReader();
  for (const { name, ...word } of launch.variables) reader.variable(name, word);
  reader.flags(launch.words);
  return reader;
}

class ArgumentReader implements GivenSettings {
  readonly given = new Map<GivenName, Given>();
  readonly accepted: Accepted[] = [];
  readonly problems: LaunchProblem[] = [];
  readonly findings: StartFact[] = [];
  readonly meant = new Map<LaunchWord, string>();

  variable(name: string, word: LaunchWord): void {
    const known = VARIABLE_BY_NAME.get(name);
    if (known === undefined) {
      if (ENGINE_PREFIXES.some((prefix) => name.startsWith(prefix))) this.#unknownVariable(name, word.where);
      else this.accepted.push({ by: name, text: isSecretName(name) ? MASK : maskValue(name, word.text), where: word.where });
      return;
    }
    this.#take('variable', name, known.takes, known.setting, word);
  }

  flags(words: readonly LaunchWord[]): void {
    let i = 0;
    while (i < words.length) {
      const word = words[i];
      if (word === undefined) break;
      i += 1;
      const equals = word.text.startsWith('--') ? word.text.indexOf('=') : -1;
      const name = equals < 0 ? word.text : word.text.slice(0, equals);
      if (!isFlag(word)) {
        this.#stray(word);
        continue;
      }
      const reading = flagNamed(name);
      const known = reading.kind === 'known' || reading.kind === 'abbreviation' ? reading : null;
      const inline = equals < 0 ? null : { ...word, text: word.text.slice(equals + 1) };
      const values = inline === null ? valuesAt(words, i, known?.takes) : [inline];
      if (inline === null) i += values.length;
      const rest = equals < 0 ? '' : word.text.slice(equals);
      if (reading.kind === 'ambiguous') this.#ambiguous(name, reading.names);
      else if (known === null) this.#unknownFlag(word, name, rest);
      if (known === null) continue;
      if (reading.kind === 'abbreviation') this.#abbreviation(word, name, rest, known.name);
      this.#flag(known.name, known.takes, known.setting, word, values, inline !== null);
    }
  }

  #abbreviation(word: LaunchWord, name: string, rest: string, full: string): void {
    this.meant.set(word, `${full}${rest}`);
    this.#add({
      code: 'abbreviated-flag',
      what: `${name} is read as ${full}, as the server's parser takes the beginning of one flag only`,
      where: word.where,
      nearest: full,
      mend: 'Write it in full: another version may have two flags that begin so.',
    });
  }

  #unknownFlag(word: LaunchWord, name: string, rest: string): void {
    if (word.unknown !== null && rest === '') {
      this.#unknown('unknown-value', name, word.where, null);
      return;
    }
    const like = this.#isFull() ? null : flagLike(name);
    if (like?.isSlip !== true) {
      this.#unknown('unknown-flag', name, word.where, like?.nearest ?? null);
      return;
    }
    if (like.isCertain) this.meant.set(word, `${like.nearest}${rest}`);
    const flag = shown(maskText(name));
    this.#find('argument-unrecognized', flag, `unrecognized arguments: ${flag}`, `Did you mean ${like.nearest}?`);
  }

  #ambiguous(name: string, names: readonly string[]): void {
    const matches = names.join(', ');
    this.#find('argument-ambiguous', name, `ambiguous option: ${name} could match ${matches}`, `Write in full which of them is meant: ${matches}.`);
  }

  #unknownVariable(name: string, where: Where): void {
    const words = `no variable ${name} is known`;
    if (ABOUT_UNIFIED.test(name)) {
      const mend = `Leave ${name} out; for unified mode (ROCm) set SGLANG_HACK_FLASHMLA_BACKEND=${UNIFIED_BACKEND} on both nodes.`;
      this.#find('variable-unrecognized', name, words, mend);
      return;
    }
    const nearest = this.#isFull() ? null : nearestName(name, VARIABLE_NAMES);
    if (nearest === null || !isNear(name, nearest)) this.#unknown('unknown-variable', name, where, nearest);
    else this.#find('variable-unrecognized', name, words, `Did you mean ${nearest}?`);
  }

  #flag(name: string, takes: ValueKind, setting: GivenName | null, word: LaunchWord, values: readonly LaunchWord[], isInline: boolean): void {
    if (name === '--config')
      this.#add({
        code: 'file-not-read',
        what: `${shown(maskText(values[0]?.text ?? 'a file'))} may give more flags (${name}); it is not read`,
        where: word.where,
        nearest: null,
        mend: 'Put the flags that it gives into the line.',
      });
    if (takes.kind === 'list') {
      this.accepted.push({ by: name, text: values.map(({ text }) => maskValue(name, text)).join(' '), where: word.where });
      return;
    }
    if (takes.kind === 'switch' && !isInline) {
      this.#give('flag', name, setting, takes.value, '', word.where);
      return;
    }
    const [value] = values;
    if (value === undefined) {
      this.#find('argument-missing', name, `argument ${name}: expected one argument`, `Write ${name} VALUE, or leave ${name} out.`);
    } else this.#take('flag', name, takes, setting, value, isInline ? word : null);
  }

  #take(origin: Given['origin'], by: string, takes: ValueKind, setting: GivenName | null, word: LaunchWord, inlineIn: LaunchWord | null = null): void {
    const text = maskValue(by, word.text);
    if (word.unknown !== null) {
      this.#give(origin, by, setting, null, text, word.where);
      this.#add({
        code: 'unknown-value',
        what: `the value of ${by} is not known: ${maskText(word.unknown)} is set outside this text`,
        where: word.where,
        nearest: null,
        mend: 'Put the value itself there.',
      });
      return;
    }
    const read = readValue(takes, word.text);
    if ('value' in read) {
      this.#give(origin, by, setting, read.value, text, word.where);
      return;
    }
    this.#give(origin, by, setting, null, text, word.where);
    const nearest = takes.kind === 'choice' ? nearestName(word.text, takes.values) : null;
    if (origin === 'flag' && takes.kind === 'choice' && nearest !== null && isOnlyNear(word.text, nearest, takes.values))
      this.meant.set(inlineIn ?? word, inlineIn === null ? nearest : `${by}=${nearest}`);
    const { id, message } = badValue(origin, by, takes, word.text, shown(text));
    this.#find(id, `${by} ${shown(text)}`, message, nearest === null ? `Set a value that is known: ${by} ${read.problem}.` : `Did you mean ${nearest}?`);
  }

  #give(origin: Given['origin'], by: string, setting: GivenName | null, value: ReadValue | null, text: string, where: Where): void {
    if (setting === null) this.accepted.push({ by, text, where });
    else this.given.set(setting, { origin, by, value, text, where });
  }

  #stray(word: LaunchWord): void {
    const code = word.unknown === null ? 'stray-word' : 'unknown-value';
    const what =
      word.unknown === null
        ? `${shown(maskText(word.text))} belongs to no flag`
        : `${shown(maskText(word.unknown))} is set outside this text and may hold flags`;
    this.#add({ code, what, where: word.where, nearest: null, mend: word.unknown === null ? null : 'Put what it holds there.' });
  }

  #unknown(code: LaunchProblem['code'], name: string, where: Where, nearest: string | null): void {
    const mend = nearest === null ? null : `Did you mean ${nearest}?`;
    this.#add({ code, what: `${shown(maskText(name))} is not known here, so it is taken for nothing`, where, nearest, mend });
  }

  #add(problem: LaunchProblem): void {
    if (!this.#isFull()) this.problems.push(problem);
  }

  #find(id: string, value: string, message: string, mend: string): void {
    if (!this.#isFull()) this.findings.push({ id, value, message, mend, edits: [] });
  }

  #isFull(): boolean {
    return this.problems.length + this.findings.length >= MOST_PROBLEMS;
  }
}

/** What the server's parser says to a value of a flag; a value of a variable is passed over in silence. */
function badValue(origin: Given['origin'], by: string, takes: ValueKind, written: string, value: string): { readonly id: string; readonly message: string } {
  if (origin === 'variable') return { id: 'variable-value', message: `${by}=${value} is none of its known values` };
  switch (takes.kind) {
    case 'choice':
      return { id: 'argument-choice', message: `argument ${by}: invalid choice: '${value}' (choose from ${takes.values.map((one) => `'${one}'`).join(', ')})` };
    case 'switch':
      return { id: 'argument-no-value', message: `argument ${by}: ignored explicit argument '${value}'` };
    default: {
      const type = takes.kind === 'integer' ? 'int' : 'float';
      return isNumber(type, written)
        ? { id: 'argument-range', message: `${by} ${value} is outside what the server is known to take` }
        : { id: 'argument-number', message: `argument ${by}: invalid ${type} value: '${value}'` };
    }
  }
}

function isNumber(type: 'int' | 'float', text: string): boolean {
  const any = type === 'int' ? integer(Number.MIN_SAFE_INTEGER) : number(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  return 'value' in readValue(any, text);
}

/** Words that a flag takes from what follows it. An unknown flag is taken to own what follows, since a value must not pass for anything else. */
function valuesAt(words: readonly LaunchWord[], from: number, takes: ValueKind | undefined): readonly LaunchWord[] {
  if (takes?.kind === 'switch') return [];
  const most = takes === undefined || takes.kind === 'list' ? words.length : from + 1;
  let end = from;
  while (end < Math.min(most, words.length)) {
    const word = words[end];
    if (word === undefined || isFlag(word)) break;
    end += 1;
  }
  return words.slice(from, end);
}

/** As argparse tells them: a dash in front, and no negative number. */
function isFlag({ text }: LaunchWord): boolean {
  return text.length > 1 && text.startsWith('-') && !/^-\d/.test(text);
}

/** A text cut for a message. */
function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
