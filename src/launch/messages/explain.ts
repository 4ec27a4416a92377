/**
 * @file What a known message means, for the values in it: the catalogue's texts, the values read, who says it and when.
 */
import { CATALOGUE, findEntry, isSimulated } from '../../checks/catalogue.ts';
import { type CatalogueEntry, fillWords, type Moment, type Utterance, type Values } from '../../checks/entry.ts';
import type { EngineReaction, Severity } from '../../core/finding.ts';
import { maskText } from '../mask.ts';
import type { ReadValue } from './reading.ts';
import { readValues } from './readings.ts';
import type { FoundMessage } from './scanner.ts';
import { type LaunchPair, soundPair } from './soundPair.ts';

/** One message, explained. Plain JSON; its texts are masked. */
export interface Explanation {
  readonly id: string;
  readonly title: string;
  /** Where it stands; null where it was asked for by its id. */
  readonly found: Pick<FoundMessage, 'count' | 'firstLine' | 'lastLine'> | null;
  /** The message as it stands there, or the engine's words with the places of values in braces. */
  readonly text: string;
  /** Who says it, and when. */
  readonly moment: Moment;
  readonly said: Utterance | null;
  readonly engine: EngineReaction | null;
  readonly severity: Severity;
  /** Values in the message, each with what it is and what sets it. */
  readonly values: readonly ReadValue[];
  /** What follows from these values. */
  readonly remarks: readonly string[];
  readonly meaning: string;
  readonly compared: string;
  readonly consequence: string;
  readonly mend: string;
  readonly situations: readonly string[];
  readonly related: readonly string[];
  readonly sources: readonly string[];
  /** Whether `check` makes it from two launch lines or their settings. */
  readonly isChecked: boolean;
  /** Launch lines that fit; null for messages that no launch line brings about. */
  readonly fittingPair: LaunchPair | null;
}

/** Explains a message that was found. */
export function explainFound({ id, values, text, count, firstLine, lastLine }: FoundMessage): Explanation {
  const entry = findEntry(id);
  if (entry === undefined) throw new RangeError(`no catalogue entry ${id}`);
  return explain(entry, masked(values), maskText(text), { count, firstLine, lastLine });
}

/** Explains an entry by its id, for no values in particular; null where there is none. */
export function explainId(id: string): Explanation | null {
  const entry = findEntry(id);
  return entry === undefined ? null : explain(entry, {}, fillWords(entry.words, {}), null);
}

/** All entries, explained for no values in particular, in the order of a hand-off's life. */
export function explainAll(): readonly Explanation[] {
  return CATALOGUE.map((entry) => explain(entry, {}, entry.words, null));
}

function explain(entry: CatalogueEntry, values: Values, text: string, found: Explanation['found']): Explanation {
  const { id, title, moment, said, engine, severity, meaning, compared, situations, related, sources } = entry;
  const { values: read, remarks } = readValues(id, values);
  return {
    id,
    title,
    found,
    text,
    moment,
    said,
    engine,
    severity,
    values: read,
    remarks: found === null ? [] : remarks,
    meaning,
    compared,
    consequence: entry.consequence(values),
    mend: entry.mend(values),
    situations,
    related,
    sources,
    isChecked: isSimulated(entry),
    fittingPair: soundPair(id),
  };
}

function masked(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, maskText(value)]));
}
