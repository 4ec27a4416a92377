/**
 * @file A server's words and variables to settings as given, by the tables: what is given, by which flag or variable, where; and what is wrong or
 * unknown, which is listed and never guessed.
 */
import type { Where } from '../core/errors.ts';
import { nearestName } from '../scenario/nearestName.ts';
import { FLAGS, type GivenName, type KnownFlag } from './flags.ts';
import type { LaunchFound, LaunchProblem, LaunchWord } from './launch.ts';
import { isSecretName, MASK, maskText, maskValue } from './mask.ts';
import { OTHER_FLAGS } from './otherFlags.ts';
import { type ReadValue, readValue, type ValueKind } from './valueKinds.ts';
import { ENGINE_PREFIXES, VARIABLES } from './variables.ts';

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
}

const FLAG_BY_NAME: ReadonlyMap<string, KnownFlag> = new Map(FLAGS.flatMap((known) => known.names.map((name) => [name, known] as const)));
const FLAG_NAMES = [...FLAG_BY_NAME.keys(), ...OTHER_FLAGS.keys()];
const VARIABLE_BY_NAME = new Map(VARIABLES.map((known) => [known.name, known] as const));
const VARIABLE_NAMES = [...VARIABLE_BY_NAME.keys()];
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

  variable(name: string, word: LaunchWord): void {
    const known = VARIABLE_BY_NAME.get(name);
    if (known === undefined) {
      if (ENGINE_PREFIXES.some((prefix) => name.startsWith(prefix))) this.#unknown('unknown-variable', name, word.where, VARIABLE_NAMES);
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
      const known = FLAG_BY_NAME.get(name);
      const takes = known?.takes ?? OTHER_FLAGS.get(name);
      const inline = equals < 0 ? null : { ...word, text: word.text.slice(equals + 1) };
      const values = inline === null ? valuesAt(words, i, takes) : [inline];
      if (inline === null) i += values.length;
      if (takes === undefined) this.#unknown(word.unknown !== null && equals < 0 ? 'unknown-value' : 'unknown-flag', name, word.where, FLAG_NAMES);
      else this.#flag(name, takes, known?.setting ?? null, word, values, inline !== null);
    }
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
    if (value === undefined)
      this.#add({ code: 'missing-value', what: `${name} needs a value`, where: word.where, nearest: null, mend: `Write ${name} VALUE.` });
    else this.#take('flag', name, takes, setting, value);
  }

  #take(origin: Given['origin'], by: string, takes: ValueKind, setting: GivenName | null, word: LaunchWord): void {
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
    this.#add({
      code: 'bad-value',
      what: `${by} ${read.problem}, not ${shown(text)}`,
      where: word.where,
      nearest,
      mend: nearest === null ? null : `Write ${nearest}.`,
    });
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

  #unknown(code: LaunchProblem['code'], name: string, where: Where, names: readonly string[]): void {
    if (this.problems.length >= MOST_PROBLEMS) return;
    const nearest = nearestName(name, names);
    const mend = nearest === null ? null : `Is ${nearest} meant?`;
    this.#add({ code, what: `${shown(maskText(name))} is not known here, so it is taken for nothing`, where, nearest, mend });
  }

  #add(problem: LaunchProblem): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
  }
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
