/**
 * @file Servers in compose files, Kubernetes manifests and whatever else is YAML and starts containers: found by structure (a mapping with `command`,
 * `args` or `entrypoint`), so that the kind of resource does not matter. Scripts in other strings, as of a ConfigMap, are read as scripts.
 */

import { interpolateCompose, interpolateKubernetes } from './interpolation.ts';
import { MOST_STARTS, namesServer, newSearch, type Search, type ServerStart, searchCommand, searchScript } from './serverCommand.ts';
import type { ShellVariable } from './shellScope.ts';
import { literalWord } from './shellTokens.ts';
import { shellWords } from './shellWords.ts';
import { sliceTraced, type Traced, unknownText } from './traced.ts';
import { entriesOf, isMap, isScalar, isSeq, itemsOf, scalarText, startOf, type YamlDocument, type YamlEntry, type YamlFile } from './yamlNodes.ts';

/** A server's start with the name of the service or container that starts it. */
export interface NamedStart {
  readonly name: string | null;
  readonly start: ServerStart;
}

/** What a manifest holds. */
export interface ManifestSearch {
  readonly starts: NamedStart[];
  readonly search: Search;
  /** Files that services read variables from (`env_file`, `envFrom`). */
  readonly variableFiles: { readonly file: string; readonly at: number }[];
  /** Where aliases repeat a start that was read already, each place once. */
  readonly repeated: number[];
  /** Whether there are more starts, or more nodes, than are read. */
  readonly isCut: boolean;
}

/** Nodes visited in one file: aliases can make a small file large. */
const MOST_NODES = 100_000;
const COMMAND_KEYS = ['command', 'args', 'entrypoint'] as const;

/** Searches all documents of a file. */
export function searchManifest(file: YamlFile): ManifestSearch {
  const found = { starts: [], search: newSearch(), variableFiles: [], repeated: [], isCut: false } as Gathered;
  let nodes = 0;
  for (const document of file.documents) {
    const isCompose = entriesOf(document.root, document).some(({ key, value }) => key === 'services' && isMap(value));
    const walker = new ContainerReader(file, document, isCompose, found);
    const stack: { readonly node: unknown; readonly key: string | null }[] = [{ node: document.root, key: null }];
    // An alias leads to a node that is read where its anchor stands; it may even lead back into itself.
    const read = new Set<unknown>();
    while (stack.length > 0 && nodes < MOST_NODES) {
      const { node, key } = stack.pop() ?? { node: null, key: null };
      nodes += 1;
      if (read.has(node)) {
        walker.repeated(node);
        continue;
      }
      read.add(node);
      if (isScalar(node)) walker.script(node, key);
      else if (isSeq(node)) for (const item of [...itemsOf(node, document)].reverse()) stack.push({ node: item, key });
      else if (isMap(node)) {
        const entries = entriesOf(node, document);
        const isContainer = walker.container(node, entries, key);
        for (const entry of [...entries].reverse()) {
          if (!isContainer || !isCommandKey(entry.key)) stack.push({ node: entry.value, key: entry.key });
        }
      }
    }
  }
  return { ...found, isCut: found.isCut || nodes >= MOST_NODES };
}

/** The search while it goes on. */
type Gathered = { -readonly [K in keyof ManifestSearch]: ManifestSearch[K] };

function isCommandKey(key: string): boolean {
  return (COMMAND_KEYS as readonly string[]).includes(key);
}

/** Reads the containers of one document. */
class ContainerReader {
  readonly #file: YamlFile;
  readonly #document: YamlDocument;
  readonly #isCompose: boolean;
  readonly #found: Gathered;
  /** Containers that start a server, to tell their aliases from others. */
  readonly #starting = new Set<unknown>();

  constructor(file: YamlFile, document: YamlDocument, isCompose: boolean, found: Gathered) {
    this.#file = file;
    this.#document = document;
    this.#isCompose = isCompose;
    this.#found = found;
  }

  /** A string that is a script of its own. */
  script(node: unknown, key: string | null): void {
    const text = scalarText(node, this.#file);
    if (text === null || !namesServer(text)) return;
    this.#collect(key, (search) => searchScript(text, new Map(), search));
  }

  /** A mapping that starts a container. @returns whether it is one */
  container(node: unknown, entries: readonly YamlEntry[], key: string | null): boolean {
    const parts = COMMAND_KEYS.flatMap((part) => entries.find((entry) => entry.key === part) ?? []);
    if (parts.length === 0) return false;
    const environment = this.#environment(entries);
    const wordsOf = (part: string) => this.#words(entries.find((entry) => entry.key === part)?.value, environment);
    // Compose: entrypoint, then command. Kubernetes: command, then args.
    const words = [...wordsOf('entrypoint'), ...wordsOf('command'), ...wordsOf('args')];
    const name = entries.find((entry) => entry.key === 'name')?.value;
    const shown = scalarText(name, this.#file)?.text ?? key;
    const before = this.#found.starts.length;
    this.#collect(shown, (search) => {
      searchCommand({ words, environment, variables: environment, documents: [] }, search);
      if (search.starts.length === 0 && words[0] !== undefined && namesArguments(words)) {
        search.starts.push({ arguments: words, environment, unexported: new Map(), start: startOf(node) });
      }
    });
    if (this.#found.starts.length > before) this.#starting.add(node);
    return true;
  }

  /** A node that an alias leads back to. */
  repeated(node: unknown): void {
    if (this.#starting.delete(node)) this.#found.repeated.push(startOf(node));
  }

  #collect(name: string | null, search: (search: Search) => void): void {
    if (this.#found.starts.length >= MOST_STARTS) {
      this.#found.isCut = true;
      return;
    }
    const inner: Search = { ...this.#found.search, starts: [], bare: [] };
    search(inner);
    for (const start of inner.starts) this.#found.starts.push({ name, start });
  }

  /** Words of a list, or of a string that is cut as a shell would. */
  #words(node: unknown, environment: ReadonlyMap<string, ShellVariable>): Traced[] {
    if (isSeq(node)) {
      return itemsOf(node, this.#document).flatMap((item) => {
        const text = scalarText(item, this.#file);
        return text === null ? [] : [this.#interpolated(text, environment)];
      });
    }
    const text = scalarText(node, this.#file);
    if (text === null) return [];
    const { tokens } = shellWords(this.#interpolated(text, environment));
    // Cut, but not resolved: what is left of a variable is for a shell inside, if there is one.
    return tokens.flatMap((token) => (token.kind === 'word' ? [literalWord(token)] : []));
  }

  #interpolated(text: Traced, environment: ReadonlyMap<string, ShellVariable>): Traced {
    return this.#isCompose ? interpolateCompose(text) : interpolateKubernetes(text, environment, this.#found.search.budget);
  }

  /** `env` as a list of `{name, value}` or as a mapping, and compose's `environment`. */
  #environment(entries: readonly YamlEntry[]): ReadonlyMap<string, ShellVariable> {
    const environment = new Map<string, ShellVariable>();
    const add = (name: string, text: Traced, start: number) =>
      environment.set(name, { fields: [this.#interpolated(text, environment)], exported: true, start });
    for (const { key, value } of entries) {
      if (key === 'env_file' || key === 'envFrom') this.#found.variableFiles.push({ file: scalarText(value, this.#file)?.text ?? key, at: startOf(value) });
      if (key !== 'env' && key !== 'environment') continue;
      for (const item of itemsOf(value, this.#document)) this.#listed(item, add);
      for (const entry of entriesOf(value, this.#document)) {
        add(entry.key, scalarText(entry.value, this.#file) ?? unknownText(`$${entry.key}`, startOf(value)), startOf(entry.value));
      }
    }
    return environment;
  }

  /** `{name: A, value: b}`, `A=b`, or `A`, which takes the value that it has where compose is run. */
  #listed(item: unknown, add: (name: string, text: Traced, start: number) => void): void {
    const text = scalarText(item, this.#file);
    if (text !== null) {
      const equals = text.text.indexOf('=');
      if (equals < 0) add(text.text, unknownText(`$${text.text}`, text.start), text.start);
      else add(text.text.slice(0, equals), sliceTraced(text, equals + 1), text.start);
      return;
    }
    const entries = entriesOf(item, this.#document);
    const name = scalarText(entries.find(({ key }) => key === 'name')?.value, this.#file);
    if (name === null) return;
    const value = entries.find(({ key }) => key === 'value');
    const isElsewhere = entries.some(({ key }) => key === 'valueFrom');
    const written = value === undefined ? null : scalarText(value.value, this.#file);
    add(name.text, isElsewhere ? unknownText(`$${name.text}`, name.start) : (written ?? { text: '', at: [], known: [], start: name.start }), name.start);
  }
}

/** Whether words are the arguments of a server whose command is the image's own. */
function namesArguments(words: readonly Traced[]): boolean {
  return words.some(({ text }) => ['--model-path', '--model', '--disaggregation-mode'].some((flag) => text === flag || text.startsWith(`${flag}=`)));
}
