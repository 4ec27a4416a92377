/**
 * @file From a launch line, a script or a manifest to the servers that it starts.
 */
import type { Where } from '../core/errors.ts';
import { SimError } from '../core/errors.ts';
import { type LaunchFound, type LaunchProblem, type Locate, launchWord, type Role, roleOf } from './launch.ts';
import { newSearch, searchManifest } from './manifests.ts';
import { maskText } from './mask.ts';
import { type Search, type ServerStart, searchScript } from './serverCommand.ts';
import type { ShellVariable } from './shellScope.ts';
import { spotFinder, TracedBuilder, traceFile } from './traced.ts';
import { parseYaml } from './yamlNodes.ts';

/** Larger than any script or manifest that starts a server; it bounds memory. */
const MOST_UNITS = 1_000_000;
/** Remarks on one file; more have one cause. */
const MOST_PROBLEMS = 20;
/** Variables whose absence from the environment is worth a remark. */
const SERVER_VARIABLE = /^(?:SGLANG_|MC_|MORI_|UCX_|DISAGGREGATION_)/;

/**
 * Finds the servers that a text starts, in file order. Nothing is executed, and no other file is read.
 * @param text a launch line, a shell script, a compose file or a Kubernetes manifest; bare server arguments count as a start
 * @param fileName as places are to be named; its ending tells YAML from shell, else the text does
 * @throws SimError(bad-input) where the text is larger than a million characters, or is meant to be YAML and is none
 */
export function readLaunches(text: string, fileName: string): LaunchFound[] {
  if (text.length > MOST_UNITS) {
    throw new SimError('bad-input', {
      what: 'this is larger than any launch file',
      values: { characters: text.length, most: MOST_UNITS },
      where: { file: fileName },
      mend: 'Give the launch line itself.',
    });
  }
  const find = spotFinder(text);
  const locate: Locate = (offset) => ({ file: fileName, ...find(offset) });
  return isYaml(text, fileName) ? manifestLaunches(text, fileName, locate) : scriptLaunches(text, locate);
}

/**
 * The one start that a side means: the only one, or the one with its `--disaggregation-mode`.
 * @throws SimError(bad-input) where there is none, or several could be meant
 */
export function pickLaunch(launches: readonly LaunchFound[], side: Role, fileName: string): LaunchFound {
  const ofSide = launches.filter(({ role }) => role === side);
  const open = launches.filter(({ role }) => role === null);
  const [launch, second] = ofSide.length > 0 ? ofSide : open;
  if (launch === undefined) {
    throw new SimError('bad-input', {
      what: launches.length === 0 ? 'no start of an SGLang server is found here' : `no ${side} server is started here`,
      where: { file: fileName },
      mend:
        launches.length === 0
          ? 'Give a line with `python -m sglang.launch_server ...` or `sglang serve ...`, or a file that holds one.'
          : `Give the file that starts the server with --disaggregation-mode ${side}.`,
    });
  }
  if (second !== undefined) {
    throw new SimError('bad-input', {
      what: `several ${side} servers are started here`,
      values: Object.fromEntries([launch, second].map(({ name, where }, i) => [`start ${i + 1}`, `${name ?? 'unnamed'} at line ${where.line ?? 1}`])),
      where: launch.where,
      mend: 'Give the launch line that is meant.',
    });
  }
  return launch;
}

function isYaml(text: string, fileName: string): boolean {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  if (ending === 'yaml' || ending === 'yml' || ending === 'json') return true;
  if (ending === 'sh' || ending === 'bash') return false;
  // The first line that says anything: `services:`, `apiVersion: v1`, `---` or `{`.
  const first = text.split('\n', 200).find((line) => line.trim() !== '' && !line.trimStart().startsWith('#')) ?? '';
  return /^(?:---|\{|[A-Za-z][A-Za-z0-9_-]{0,63}:(?:\s|$))/.test(first.trimEnd());
}

function scriptLaunches(text: string, locate: Locate): LaunchFound[] {
  const search = newSearch();
  searchScript(traceFile(text), new Map(), search);
  const remarks = remarksOf(search, locate);
  if (search.starts.length > 0) {
    const lost = search.bare.map(({ start }) => lostFlags(locate(start)));
    return search.starts.map((start) => launchOf(start, null, locate, [...remarks, ...lost]));
  }
  return search.bare.map((start) => launchOf(start, null, locate, remarks));
}

function manifestLaunches(text: string, fileName: string, locate: Locate): LaunchFound[] {
  const { starts, search, variableFiles } = searchManifest(parseYaml(text, fileName));
  const files = variableFiles.map(({ file, at }) => fileNotRead(file, locate(at)));
  return starts.map(({ name, start }) => launchOf(start, name, locate, [...remarksOf(search, locate), ...files]));
}

function launchOf(start: ServerStart, name: string | null, locate: Locate, remarks: readonly LaunchProblem[]): LaunchFound {
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

function remarksOf(search: Search, locate: Locate): LaunchProblem[] {
  const shell = (what: string, where: Where): LaunchProblem => ({ code: 'shell', what, where, nearest: null, mend: null });
  return search.notes.flatMap(({ faults, sourced }) => [
    ...faults.map(({ what, at }) => shell(what, locate(at))),
    ...sourced.map(({ file, at }) => fileNotRead(file, locate(at))),
  ]);
}

function fileNotRead(file: string, where: Where): LaunchProblem {
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
