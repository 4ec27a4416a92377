/**
 * @file The form of a catalogue entry: what one check or message is, whoever makes it. Findings, `docs/` and the explaining of pasted text all read the same entry, so that
 * they cannot say different things.
 */
import type { PythonErrorType } from '../core/errors.ts';
import type { EngineReaction, Severity } from '../core/finding.ts';

/** Values by the names that stand in an entry's words, as printed. An absent name is an unknown value. */
export type Values = Readonly<Record<string, string>>;

/** When and where the engine would notice. */
export interface Moment {
  /** The node that says it, or that is hurt; `both` = each node by itself, or either; `neither` = another part of the engine. */
  readonly node: 'prefill' | 'decode' | 'both' | 'neither';
  readonly at: string;
}

/** How words reach a user: an exception, what the parser of arguments prints before it exits, a log line, the reason of a failed request, an HTTP answer. */
export type Utterance = PythonErrorType | 'argparse error' | 'log line' | 'request failure' | 'HTTP answer';

/** One check or message. */
export interface CatalogueEntry {
  /** Stable name: of the finding, of its page, and of `--allow-mismatch`. */
  readonly id: string;
  readonly title: string;
  readonly moment: Moment;
  /** How the engine says it; null where it says nothing, and `words` are ours. */
  readonly said: Utterance | null;
  /** The exact words, `{name}` for each value. */
  readonly words: string;
  readonly engine: EngineReaction | null;
  readonly severity: Severity;
  /** What is held against what. */
  readonly compared: string;
  readonly meaning: string;
  /** What follows, in bytes and positions where the values give them; unknown values make it general. */
  readonly consequence: (values: Values) => string;
  /** The flag or variable to change, and on which node. */
  readonly mend: (values: Values) => string;
  /** Values of a typical case, for the page. */
  readonly example: Values;
  /** Common causes. */
  readonly situations: readonly string[];
  /** Ids of entries that are taken for this one, or come with it. */
  readonly related: readonly string[];
  /** Where the rule was read. */
  readonly sources: readonly string[];
}

/** Words with every known value filled in; unknown ones keep their braces. */
export function fillWords(words: string, values: Values): string {
  return words.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** Names of the values in an entry's words, in order of appearance, each once. */
export function valueNames(words: string): readonly string[] {
  return [...new Set([...words.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))];
}

/** A value as a number; null where it is unknown or no number. */
export function numberOf(values: Values, name: string): number | null {
  const text = values[name];
  if (text === undefined || !/^-?\d+(\.\d+)?$/.test(text)) return null;
  return Number(text);
}

/** The numbers of a tuple that Python printed, such as `(256, 128)`; null where it is no tuple of whole numbers. */
export function tupleOf(values: Values, name: string): readonly number[] | null {
  const inside = values[name]?.match(/^\((-?\d+(?:, ?-?\d+)*),?\)$/)?.[1];
  return inside === undefined ? null : inside.split(',').map(Number);
}

/**
 * Reads the values out of a text that is these words, filled in; null where it is not. The whole text must match.
 * A value is as short as it can be, so that words between two values end the first.
 */
export function matchWords(words: string, text: string): Values | null {
  const names = [...words.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const pattern = words
    .split(/\{\w+\}/)
    .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^]*?)');
  const match = new RegExp(`^${pattern}$`).exec(text);
  return match === null ? null : Object.fromEntries(names.map((name, i) => [name, match[i + 1] ?? '']));
}

/** An entry whose texts do not depend on values. */
export interface MessageEntry extends Omit<CatalogueEntry, 'consequence' | 'mend'> {
  readonly consequence: string;
  readonly mend: string;
}

/** Makes an entry of texts that do not depend on values. */
export function message({ consequence, mend, ...entry }: MessageEntry): CatalogueEntry {
  return { ...entry, consequence: () => consequence, mend: () => mend };
}
