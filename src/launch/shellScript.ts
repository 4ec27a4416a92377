/**
 * @file A script read from top to bottom: which commands it holds, and which variables are in force at each. No command is executed. What a branch
 * or a loop sets is known inside it and unknown after it; all branches are read, since any may run.
 */
import { type ExpansionBudget, ShellScope, type ShellVariable } from './shellScope.ts';
import type { HereDocument, ShellFault, ShellWord } from './shellTokens.ts';
import { shellWords } from './shellWords.ts';
import { type Traced, unknownText } from './traced.ts';

/** A command of a script with its words resolved as far as the file tells. */
export interface ShellCommand {
  readonly words: readonly Traced[];
  /** The variables in its environment: exported ones, and those assigned in front of it. */
  readonly environment: ReadonlyMap<string, ShellVariable>;
  /** All variables of the script, of which some may not be exported. */
  readonly variables: ReadonlyMap<string, ShellVariable>;
  readonly documents: readonly Traced[];
}

/** What reading a script tells besides its commands. */
export interface ScriptNotes {
  readonly faults: readonly ShellFault[];
  /** `source FILE` and `. FILE`: offsets and file names of what was not read. */
  readonly sourced: readonly { readonly file: string; readonly at: number }[];
}

/** Branches inside branches beyond this depth share the outermost's memory of what they set. */
const DEEPEST_BRANCH = 64;
/** Commands that cannot fail for a reason that matters: what follows them after `&&` runs. */
const HARMLESS = new Set(['cd', 'export', 'set', 'source', '.', 'mkdir', 'ulimit', 'echo', 'sleep', 'true', 'unset', 'shopt', 'trap', 'umask', 'wait']);
const OPENING = new Set(['if', 'while', 'until', 'for', 'select', 'case', '{']);
const CLOSING = new Set(['fi', 'done', 'esac', '}']);
const PASSING = new Set(['then', 'do', '!', 'time', 'function']);
const NEXT_BRANCH = new Set(['else', 'elif']);
const EXPORTING = new Set(['export', 'declare', 'typeset', 'local', 'readonly']);

/**
 * Reads a script.
 * @param visit called for every command in order; its maps must be read at once, since the script reads on
 */
export function readScript(
  text: Traced,
  environment: ReadonlyMap<string, ShellVariable>,
  budget: ExpansionBudget,
  visit: (command: ShellCommand) => void,
): ScriptNotes {
  const { tokens, faults } = shellWords(text);
  const reader = new ScriptReader(environment, budget, visit);
  for (const token of tokens) {
    if (token.kind === 'word') reader.word(token);
    else if (token.kind === 'document') reader.document(token);
    else reader.operator(token.text);
  }
  reader.operator('\n');
  return { faults, sourced: reader.sourced };
}

/** One branch or loop body: what it changed, so that the change can be taken back. */
interface Branch {
  readonly keyword: string;
  before: Map<string, ShellVariable | undefined>;
  readonly touched: Map<string, number>;
}

class ScriptReader {
  readonly sourced: { file: string; at: number }[] = [];
  readonly #scope: ShellScope;
  readonly #visit: (command: ShellCommand) => void;
  readonly #branches: Branch[] = [];
  #tooDeep = 0;
  #words: ShellWord[] = [];
  #documents: Traced[] = [];
  /** Whether the command being read only may run, by `&&` or `||` in front of it. */
  #conditional = false;

  constructor(environment: ReadonlyMap<string, ShellVariable>, budget: ExpansionBudget, visit: (command: ShellCommand) => void) {
    this.#scope = new ShellScope(budget, environment);
    this.#visit = visit;
  }

  word(word: ShellWord): void {
    this.#words.push(word);
  }

  document({ text }: HereDocument): void {
    this.#documents.push(text);
  }

  operator(text: string): void {
    const inCase = () => this.#branches[this.#branches.length - 1]?.keyword === 'case';
    if (text === ')' && inCase()) {
      // The pattern of a case: no command.
      this.#words = [];
      return;
    }
    const harmless = this.#finish();
    if (text === '(') this.#open('(');
    else if (text === ')') this.#close();
    else if (text === ';;' && inCase()) this.#nextBranch();
    if (text === '&&') this.#conditional ||= !harmless;
    else this.#conditional = text === '||';
  }

  /** Ends the command read so far. @returns whether what follows it after `&&` surely runs */
  #finish(): boolean {
    const words = this.#withoutKeywords(this.#words);
    const documents = this.#documents;
    this.#words = [];
    this.#documents = [];
    const first = words.findIndex(({ assignment }) => assignment === null);
    const assignments = first < 0 ? words : words.slice(0, first);
    if (first < 0) {
      for (const word of assignments) this.#assign(word, false);
      return true;
    }
    const fields = words.slice(first).flatMap(({ parts, start }) => this.#scope.fields(parts, start));
    const name = fields[0]?.text ?? '';
    if (EXPORTING.has(name)) this.#exporting(words.slice(first + 1), name === 'export' || fields[1]?.text === '-x');
    else if (name === 'unset') for (const { text } of fields.slice(1)) this.#change(text, undefined);
    else if (name === 'read') for (const field of fields.slice(1)) this.#change(field.text, unknownVariable(field.text, field.start));
    else if (name === 'set') this.#scope.exportsAll ||= fields.some(({ text }) => text === 'allexport' || (/^-[a-z]{1,8}$/.test(text) && text.includes('a')));
    else if (name === 'source' || name === '.') this.sourced.push({ file: fields[1]?.text ?? '', at: fields[0]?.start ?? 0 });
    if (fields.length > 0) this.#command(fields, assignments, documents);
    return HARMLESS.has(name);
  }

  #command(fields: readonly Traced[], assignments: readonly ShellWord[], documents: readonly Traced[]): void {
    const scope = this.#scope;
    this.#visit({
      words: fields,
      documents,
      // Most commands are of no interest, and a map for each would cost the square of the script's length.
      get environment() {
        const environment = new Map(scope.exported());
        for (const { assignment, start } of assignments) {
          if (assignment !== null) environment.set(assignment.name, scope.assigned(assignment, start, true));
        }
        return environment;
      },
      get variables() {
        return scope.all();
      },
    });
  }

  #exporting(words: readonly ShellWord[], exports: boolean): void {
    for (const word of words) {
      if (word.assignment !== null) {
        this.#assign(word, exports);
        continue;
      }
      const name = this.#scope.fields(word.parts, word.start)[0]?.text ?? '';
      const variable = this.#scope.get(name);
      if (exports && variable !== undefined) this.#change(name, { ...variable, exported: true });
    }
  }

  #assign({ assignment, start }: ShellWord, exports: boolean): void {
    if (assignment === null) return;
    const variable = this.#scope.assigned(assignment, start, exports);
    this.#change(assignment.name, this.#conditional ? { ...unknownVariable(assignment.name, start), exported: variable.exported } : variable);
  }

  #change(name: string, variable: ShellVariable | undefined): void {
    const branch = this.#branches[this.#branches.length - 1];
    if (branch !== undefined && !branch.before.has(name)) branch.before.set(name, this.#scope.get(name));
    this.#scope.set(name, variable);
  }

  /** Takes the shell's own words off the front of a command, and minds what they open and close. */
  #withoutKeywords(words: readonly ShellWord[]): readonly ShellWord[] {
    for (let i = 0; i < words.length; i++) {
      const keyword = bareText(words[i]);
      if (PASSING.has(keyword)) continue;
      if (NEXT_BRANCH.has(keyword)) this.#nextBranch();
      else if (CLOSING.has(keyword)) this.#close();
      else if (!OPENING.has(keyword)) return words.slice(i);
      else {
        this.#open(keyword);
        if (keyword === 'for' || keyword === 'select') {
          const loop = words[i + 1];
          if (loop !== undefined) this.#change(bareText(loop), unknownVariable(bareText(loop), loop.start));
          return [];
        }
        // `case WORD in PATTERN) command`: what stands before the parenthesis goes with it.
        if (keyword === 'case') return [];
      }
    }
    return [];
  }

  #open(keyword: string): void {
    if (this.#branches.length >= DEEPEST_BRANCH) this.#tooDeep += 1;
    else this.#branches.push({ keyword, before: new Map(), touched: new Map() });
  }

  #nextBranch(): void {
    const branch = this.#branches[this.#branches.length - 1];
    if (branch === undefined || this.#tooDeep > 0) return;
    for (const [name, before] of branch.before) {
      branch.touched.set(name, this.#scope.get(name)?.start ?? 0);
      this.#scope.set(name, before);
    }
    branch.before = new Map();
  }

  #close(): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1;
      return;
    }
    this.#nextBranch();
    const branch = this.#branches.pop();
    // What a subshell sets ends with it. Braces count as a branch: they may be the body of a function that never runs.
    if (branch === undefined || branch.keyword === '(') return;
    for (const [name, start] of branch.touched) {
      this.#change(name, { ...unknownVariable(name, start), exported: this.#scope.get(name)?.exported === true });
    }
  }
}

function unknownVariable(name: string, start: number): ShellVariable {
  return { fields: [unknownText(`$${name}`, start)], exported: false, start };
}

/** The text of a word that is nothing but unquoted text; empty otherwise. */
function bareText(word: ShellWord | undefined): string {
  const part = word?.parts[0];
  return word?.parts.length === 1 && part?.kind === 'text' && !part.quoted ? part.text.text : '';
}
