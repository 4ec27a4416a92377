/**
 * @file From a launch line or a shell script to the servers that it starts. Apart from manifests, so that a line on the command line needs no YAML parser.
 */
import { SimError, type Where } from '../core/errors.ts';
import type { LaunchFound, LaunchProblem, Locate } from './launch.ts';
import { launchWord, roleOf } from './launch.ts';
import { maskText } from './mask.ts';
import { newSearch, type Search, type ServerStart, searchScript } from './serverCommand.ts';
import type { ShellVariable } from './shellScope.ts';
import { spotFinder, TracedBuilder, traceFile } from './traced.ts';

/** Larger than any script or manifest that starts a server; it bounds memory. */
const MOST_UNITS = 1_000_000;
/** Remarks on one file; more have one cause. */
const MOST_PROBLEMS = 20;
/** Variables whose absence from the environment is worth a remark. */
const SERVER_VARIABLE = /^(?:SGLANG_|MC_|MORI_|UCX_|DISAGGREGATION_)/;

/**
 * Places in a text of bearable size.
 * @throws SimError(bad-input) where it is larger than a million characters
 */
export function locatorOf(text: string, fileName: string): Locate {
  if (text.length > MOST_UNITS) {
    throw new SimError('bad-input', {
      what: 'this is larger than any launch file',
      values: { characters: text.length, most: MOST_UNITS },
      where: { file: fileName },
      mend: 'Give the launch line itself.',
    });
  }
  const find = spotFinder(text);
  return (offset) => ({ file: fileName, ...find(offset) });
}

/** Whether a text is a compose file or a manifest, by its file's ending, else by its first line. */
export function isManifest(text: string, fileName: string): boolean {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  if (ending === 'yaml' || ending === 'yml' || ending === 'json') return true;
  if (ending === 'sh' || ending === 'bash') return false;
  // The first line that says anything: `services:`, `apiVersion: v1`, `---` or `{`.
  const first = text.split('\n', 200).find((line) => line.trim() !== '' && !line.trimStart().startsWith('#')) ?? '';
  return /^(?:---|\{|[A-Za-z][A-Za-z0-9_-]{0,63}:(?:\s|$))/.test(first.trimEnd());
}

/**
 * Finds the servers that a script starts, in file order. Nothing is executed.
 * @throws SimError(bad-input) where the text is larger than a million characters
 */
export function scriptLaunches(text: string, fileName: string): LaunchFound[] {
  const locate = locatorOf(text, fileName);
  const search = newSearch();
  searchScript(traceFile(text), new Map(), search);
  const remarks = remarksOf(search, locate);
  if (search.starts.length > 0) {
    const lost = search.bare.map(({ start }) => lostFlags(locate(start)));
    return search.starts.map((start) => launchOf(start, null, locate, [...remarks, ...lost]));
  }
  return search.bare.map((start) => launchOf(start, null, locate, remarks));
}

/** A start as it is handed on, with what was remarked on its file. */
export function launchOf(start: ServerStart, name: string | null, locate: Locate, remarks: readonly LaunchProblem[]): LaunchFound {
  const words = start.arguments.map((word) => launchWord(word, locate));
  const variables = [...start.environment].map(([variable, value]) => ({ name: variable, ...launchWord(textOf(value), locate), where: locate(value.start) }));
  const problems = [...remarks, ...notExported(start, locate)].slice(0, MOST_PROBLEMS);
  return { role: roleOf(words), name, where: locate(start.start), words, variables, problems };
}

function textOf({ fields, start }: ShellVariable) {
  return fields[0] ?? new TracedBuilder(start).done();
}

function notExported({ unexported }: ServerStart, locate: Locate): LaunchProblem[] {
  return [...unexported]
    .filter(([name]) => SERVER_VARIABLE.test(name))
    .map(([name, { start }]) => ({
      code: 'not-exported',
      what: `${name} is set but not exported, so the server does not see it`,
      where: locate(start),
      nearest: null,
      mend: `Write export ${name}=... if the server is to see it.`,
    }));
}

/** What was remarked on while a file was searched. */
export function remarksOf(search: Search, locate: Locate): LaunchProblem[] {
  const shell = (what: string, where: Where): LaunchProblem => ({ code: 'shell', what, where, nearest: null, mend: null });
  return search.notes.flatMap(({ faults, sourced }) => [
    ...faults.map(({ what, at }) => shell(what, locate(at))),
    ...sourced.map(({ file, at }) => fileNotRead(file, locate(at))),
  ]);
}

/** A file that may set more. */
export function fileNotRead(file: string, where: Where): LaunchProblem {
  return {
    code: 'file-not-read',
    what: `${maskText(file)} may set more variables; it is not read`,
    where,
    nearest: null,
    mend: 'Put what it sets into the launch line.',
  };
}

function lostFlags(where: Where): LaunchProblem {
  return {
    code: 'shell',
    what: 'these flags are a command of their own, so the server does not see them',
    where,
    nearest: null,
    mend: 'End the line before with a backslash, with nothing behind it.',
  };
}
