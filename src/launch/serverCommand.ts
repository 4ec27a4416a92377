/**
 * @file Finding the server among commands: `python -m sglang.launch_server`, `sglang serve` and `.../launch_server.py`, behind whatever starts them
 * (env, nohup, numactl, docker run, srun, mpirun, ssh), or inside a script that is an argument (`bash -c '...'`) or a here-document.
 */
import { ExpansionBudget, type ShellVariable } from './shellScope.ts';
import { readScript, type ScriptNotes, type ShellCommand } from './shellScript.ts';
import { isKnown, sliceTraced, type Traced, TracedBuilder, unknownText } from './traced.ts';

/** A server's start, still as traced texts. */
export interface ServerStart {
  readonly arguments: readonly Traced[];
  readonly environment: ReadonlyMap<string, ShellVariable>;
  /** Variables of the script that are not exported. */
  readonly unexported: ReadonlyMap<string, ShellVariable>;
  /** Offset in the file of the command's first word. */
  readonly start: number;
}

/** Where starts and remarks of one file are gathered. */
export interface Search {
  readonly budget: ExpansionBudget;
  readonly starts: ServerStart[];
  readonly notes: ScriptNotes[];
  /** Commands that are nothing but flags: arguments that lost their command, or were given without one. */
  readonly bare: ServerStart[];
}

/** An empty search. */
export function newSearch(): Search {
  return { budget: new ExpansionBudget(), starts: [], notes: [], bare: [] };
}

/** A file holds no more starts than this; it bounds the work on hostile input. */
export const MOST_STARTS = 32;
/** Nor more scripts inside scripts. */
const MOST_SCRIPTS = 128;
/** Scripts inside scripts: `ssh host "docker exec c bash -c '...'"` has two levels. */
const DEEPEST_SCRIPT = 4;
/** Commands that only name others. */
const NAMING = new Set([
  'echo',
  'printf',
  'pkill',
  'pgrep',
  'kill',
  'killall',
  'grep',
  'egrep',
  'ps',
  'which',
  'alias',
  'test',
  '[',
  '[[',
  'pip',
  'pip3',
  'uv',
  'git',
  'wget',
  'curl',
]);
const MODULES = new Set(['sglang.launch_server', 'sglang.srt.launch_server']);
const CONTAINERS = new Set(['docker', 'podman', 'nerdctl']);
/** Options before the command that put a variable into its environment. */
const SETTING = new Set(['-e', '--env', '-x', '-genv', '--setenv']);

/** Searches a script. */
export function searchScript(text: Traced, environment: ReadonlyMap<string, ShellVariable>, search: Search, depth = 0): void {
  if (search.notes.length < MOST_SCRIPTS) search.notes.push(readScript(text, environment, search.budget, (command) => searchCommand(command, search, depth)));
}

/** Searches one command, given as words. */
export function searchCommand(command: ShellCommand, search: Search, depth = 0): void {
  const { words, documents } = command;
  const first = words[0];
  if (first === undefined || search.starts.length >= MOST_STARTS || NAMING.has(baseName(first.text))) return;
  const server = serverAt(words);
  if (server !== null) {
    const { environment, variables } = command;
    search.starts.push({
      arguments: words.slice(server.arguments),
      environment: environmentBehind(words.slice(0, server.at), environment),
      unexported: unexported(variables, environment),
      start: first.start,
    });
    return;
  }
  if (first.text.startsWith('--') && search.bare.length < MOST_STARTS) {
    const { environment, variables } = command;
    search.bare.push({ arguments: words, environment, unexported: unexported(variables, environment), start: first.start });
  }
  if (depth >= DEEPEST_SCRIPT) return;
  for (const [i, word] of words.entries()) {
    if (search.notes.length >= MOST_SCRIPTS) return;
    if (namesServer(word)) searchScript(word, environmentBehind(words.slice(0, i), command.environment), search, depth + 1);
  }
  for (const document of documents) if (namesServer(document)) searchScript(document, command.environment, search, depth + 1);
}

/** Whether a text is a script (several words) that may start the server. */
export function namesServer({ text }: Traced): boolean {
  return [...BLANKS].some((blank) => text.includes(blank)) && (text.includes('launch_server') || text.includes('sglang'));
}

const BLANKS = ' \n\t';

/** Where the server's own words begin, and its arguments; null where the words start none. */
function serverAt(words: readonly Traced[]): { readonly at: number; readonly arguments: number } | null {
  for (const [i, word] of words.entries()) {
    const next = words[i + 1]?.text ?? '';
    if (!isKnown(word) && !word.text.endsWith('launch_server.py')) continue;
    if (word.text === '-m' && MODULES.has(next)) return { at: i, arguments: i + 2 };
    if (word.text === '-m' && (next === 'sglang' || next === 'sglang.cli.main') && words[i + 2]?.text === 'serve') return { at: i, arguments: i + 3 };
    if (baseName(word.text) === 'sglang' && next === 'serve') return { at: i, arguments: i + 2 };
    if (baseName(word.text) === 'launch_server.py') return { at: i, arguments: i + 1 };
  }
  return null;
}

/** The environment that the words in front of a command leave it: what they add, and what a container does not pass on. */
function environmentBehind(prefix: readonly Traced[], outer: ReadonlyMap<string, ShellVariable>): ReadonlyMap<string, ShellVariable> {
  const container = prefix.findIndex((word) => CONTAINERS.has(baseName(word.text)));
  const isContainer = container >= 0 && prefix.slice(container).some(({ text }) => text === 'run' || text === 'exec');
  const environment = new Map(isContainer ? [] : outer);
  for (const [i, word] of prefix.entries()) {
    if (word.text === 'env' && prefix[i + 1]?.text === '-i') environment.clear();
    for (const given of settingsOf(word, prefix[i - 1])) {
      const equals = given.text.indexOf('=');
      const name = equals < 0 ? given.text : given.text.slice(0, equals);
      if (!isName(name)) continue;
      const passed = outer.get(name)?.fields ?? [unknownText(`$${name}`, given.start)];
      environment.set(name, { fields: equals < 0 ? passed : [sliceTraced(given, equals + 1)], exported: true, start: given.start });
    }
  }
  return environment;
}

/** `NAME=value` and `NAME` texts that a word of the prefix gives: `-e A=1`, `--env=A=1`, `--export=ALL,A=1`, and `A=1` as `env` and `sudo` take it. */
function settingsOf(word: Traced, before: Traced | undefined): Traced[] {
  const { text } = word;
  if (before !== undefined && SETTING.has(before.text)) return [word];
  for (const option of SETTING) if (option.startsWith('--') && text.startsWith(`${option}=`)) return [sliceTraced(word, option.length + 1)];
  if (text.startsWith('--export=')) return splitAtCommas(sliceTraced(word, '--export='.length)).filter((part) => part.text !== 'ALL' && part.text !== 'NONE');
  return text.includes('=') && !text.startsWith('-') ? [word] : [];
}

function splitAtCommas(word: Traced): Traced[] {
  const parts = [new TracedBuilder(word.start)];
  for (let i = 0; i < word.text.length; i++) {
    if (word.text[i] === ',' && word.known[i] === true) parts.push(new TracedBuilder(word.at[i] ?? word.start));
    else parts[parts.length - 1]?.append(word, i, i + 1);
  }
  return parts.map((part) => part.done());
}

function unexported(variables: ReadonlyMap<string, ShellVariable>, environment: ReadonlyMap<string, ShellVariable>): ReadonlyMap<string, ShellVariable> {
  return new Map([...variables].filter(([name]) => !environment.has(name)));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(text);
}
