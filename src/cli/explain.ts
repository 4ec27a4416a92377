/** @file `explain`: what a message of the engine means, by its id, or found in an error, a log or a traceback. */
import { lstat } from 'node:fs/promises';
import { SimError } from '../core/errors.ts';
import { explainAll, explainFound, explainId } from '../launch/messages/explain.ts';
import { type NearMessage, nearestMessage } from '../launch/messages/nearestMessage.ts';
import { type FoundMessage, findMessages, MessageScanner } from '../launch/messages/scanner.ts';
import { nearestName } from '../scenario/nearestName.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import type { CatalogueReport, ExplainReport } from './explainReport.ts';
import { inputChunks } from './input.ts';
import { checkOutput, deliver, type OutputFlags, wantsColor } from './output.ts';
import { folded } from './wrapText.ts';

/** Flags of `explain` alone. */
export interface ExplainFlags {
  readonly list?: boolean;
}

/** So much of the beginning and of the end of a long text is kept, to say what it is like. */
const SAMPLE_LENGTH = 32_768;
/** What a file's name looks like, as against words. */
const PATH = /^[^\s]*(?:\/[^\s]*|\.(?:log|txt|out|err|json))$/i;

/**
 * Runs the command.
 * @param words an id, a file, `-`, or the text itself, which may have lost its quotes on the way
 */
export async function explain(words: readonly string[], flags: OutputFlags & ExplainFlags): Promise<ExitCode> {
  await checkOutput(flags);
  if (flags.list === true) {
    const report: CatalogueReport = { schemaVersion: 1, entries: explainAll() };
    await deliver(flags, report, async () => (await import('./catalogueText.ts')).catalogueText(report, wantsColor(flags)));
    return EXIT.ok;
  }
  refuseFlags(words);
  const report = await explainGiven(words.join(' '));
  await deliver(flags, report, async () => {
    const { explainText } = await import('./explainText.ts');
    return folded(explainText(report, wantsColor(flags)), flags);
  });
  return report.recognised.length > 0 ? EXIT.ok : EXIT.wrong;
}

/** The command lets flags that it does not know pass, since messages may begin with one; a word that is nothing but a flag is a slip. */
function refuseFlags(words: readonly string[]): void {
  const flag = words.length === 1 ? words[0] : undefined;
  if (flag === undefined || !/^--[\w-]+(?:=|$)/.test(flag)) return;
  throw new SimError('bad-input', { what: `explain has no flag ${flag}`, mend: 'See explain --help.' });
}

async function explainGiven(given: string): Promise<ExplainReport> {
  if (given.trim() === '') {
    throw new SimError('bad-input', {
      what: 'there is nothing to explain',
      mend: 'Give a message in quotes, a log file, - for stdin, or an id; explain --list shows all ids.',
    });
  }
  if (given === '-') return explainChunks(inputChunks('-', 'log'));
  const entry = explainId(given);
  if (entry !== null) return { schemaVersion: 1, recognised: [entry], nearest: null };
  const isThere = (await lstat(given).catch(() => null)) !== null;
  // A path that is not there is an error of the file, not a message that nobody knows.
  if (isThere || PATH.test(given)) return explainChunks(inputChunks(given, 'log'));
  const found = findMessages(given);
  return reportOf(found, found.length > 0 ? null : (nearestId(given) ?? nearestMessage(given)));
}

/** A text as its bytes: every byte stands for one character, so that no decoder has to run over megabytes to find words that are ASCII. */
const BYTES = 'latin1';

function decoded(bytes: string): string {
  return Buffer.from(bytes, BYTES).toString('utf8');
}

async function explainChunks(chunks: AsyncIterable<Uint8Array>): Promise<ExplainReport> {
  const scanner = new MessageScanner();
  let head = '';
  let tail = '';
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString(BYTES);
    scanner.push(bytes);
    const room = SAMPLE_LENGTH - head.length;
    head += bytes.slice(0, room);
    if (bytes.length > room) tail = (tail + bytes.slice(room)).slice(-SAMPLE_LENGTH);
  }
  const found = scanner.end().map((message) => ({ ...message, text: decoded(message.text), values: decodedValues(message.values) }));
  if (found.length > 0) return reportOf(found, null);
  // A short text is looked at as a pasted one is.
  const pasted = tail === '' ? findMessages(decoded(head)) : [];
  return reportOf(pasted, pasted.length > 0 ? null : nearestMessage(decoded(`${head}\n${tail}`)));
}

function decodedValues(values: FoundMessage['values']): FoundMessage['values'] {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decoded(value)]));
}

function reportOf(found: readonly FoundMessage[], nearest: NearMessage | null): ExplainReport {
  return { schemaVersion: 1, recognised: found.map(explainFound), nearest };
}

/** The id that a single word is near to. */
function nearestId(word: string): NearMessage | null {
  const entries = explainAll();
  const id = /^[\w-]+$/.test(word)
    ? nearestName(
        word,
        entries.map((entry) => entry.id),
      )
    : null;
  const entry = entries.find((candidate) => candidate.id === id);
  return entry === undefined ? null : { id: entry.id, words: entry.text, line: word };
}
