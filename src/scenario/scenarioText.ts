/**
 * @file The text of a scenario (YAML; JSON is a part of it) to values, with a way back from every value to its line. Reads no file.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, type ParsedNode, parseDocument, visit, type YAMLError } from 'yaml';
import { SimError, type Where } from '../core/errors.ts';
import { type Locate, ScenarioError, type ScenarioPath } from './problems.ts';

/** A parsed text and its places. */
export interface ScenarioText {
  /** Plain values; integers beyond 2^53-1 are bigints, so that none is rounded in silence. */
  readonly value: unknown;
  readonly locate: Locate;
}

/** What the text is of, for messages. */
export interface TextKind {
  /** Such as `a scenario`. */
  readonly what: string;
  /** How one starts, as an instruction. */
  readonly start: string;
  /** Such as `four levels`. */
  readonly depth: string;
}

const SCENARIO_KIND: TextKind = { what: 'a scenario', start: 'Start with "model: dsv4-flash" and "requests: [{length: 300}]".', depth: 'four levels' };

/** Aliases may stand for so many nodes each before the text counts as a bomb. */
const MOST_ALIASES = 100;

/**
 * Parses the text of a scenario, or of another kind of file that is YAML.
 * @param file for messages
 * @throws ScenarioError for every syntax error, duplicate key, unknown tag; for text that is empty, binary, too deep, or an alias bomb
 */
export function parseScenarioText(text: string, file: string, kind = SCENARIO_KIND): ScenarioText {
  if (text.includes('\0')) throw unreadable(file, 'the file is binary', `Give ${kind.what} in YAML or JSON.`);
  const lines = new LineCounter();
  const document = guardDepth(file, kind, () => parseDocument(text, { lineCounter: lines, prettyErrors: false, intAsBigInt: true, logLevel: 'error' }));
  const at = (offset: number): Where => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const broken = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (broken.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) throw tooDeep(file, kind);
  if (broken.length > 0) {
    // One slip brings a tail of errors at the same place; the first says it.
    const facts = [
      ...new Map(broken.reverse().map((error) => [error.pos[0], { what: syntaxMessage(error, text, kind), where: at(error.pos[0]) }])).values(),
    ].reverse();
    throw new ScenarioError(facts.slice(0, 20), facts.length);
  }
  const root: ParsedNode | null = document.contents;
  if (root === null) throw unreadable(file, 'the file is empty', kind.start);
  guardDepth(file, kind, () =>
    visit(document, {
      Scalar: (_key, node) => {
        if (typeof node.value === 'bigint' && BigInt(Number(node.value)) === node.value && Number.isSafeInteger(Number(node.value)))
          node.value = Number(node.value);
      },
    }),
  );
  return {
    value: expandAliases(file, kind, () => document.toJS({ maxAliasCount: MOST_ALIASES })),
    locate: (path, atKey) => at(findOffset(root, path, atKey, (node) => (isAlias(node) ? node.resolve(document) : node))),
  };
}

/** Offset of the deepest node on the path that exists, or of its key. */
function findOffset(root: Node, path: ScenarioPath, atKey: boolean, resolve: (node: Node) => Node | undefined): number {
  let node: Node | undefined = resolve(root);
  let offset = root.range?.[0] ?? 0;
  for (const [depth, part] of path.entries()) {
    const isLast = depth === path.length - 1;
    const pair: Pair<unknown, unknown> | undefined = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
      : undefined;
    const child = isSeq(node) && typeof part === 'number' ? node.items[part] : pair?.value;
    if (isLast && atKey && isScalar(pair?.key)) return pair.key.range?.[0] ?? offset;
    if (!isNode(child)) return isScalar(pair?.key) ? (pair.key.range?.[0] ?? offset) : offset;
    offset = child.range?.[0] ?? offset;
    node = resolve(child);
  }
  return offset;
}

function isNode(value: unknown): value is Node {
  return isMap(value) || isSeq(value) || isScalar(value) || isAlias(value);
}

function syntaxMessage({ code, message, pos }: YAMLError, text: string, kind: TextKind): string {
  if (code === 'DUPLICATE_KEY') return `the key ${/^["'\w.-]*/.exec(text.slice(pos[0], pos[0] + 100))?.[0] ?? ''} stands twice`;
  if (code === 'MULTIPLE_DOCS') return `${kind.what} is one document, and a second one starts here`;
  return `this is no YAML: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`;
}

function unreadable(file: string, what: string, mend: string): ScenarioError {
  return new ScenarioError([{ what, where: { file }, mend }], 1);
}

function tooDeep(file: string, kind: TextKind): ScenarioError {
  return unreadable(file, 'the text is nested too deeply', `${kind.what.charAt(0).toUpperCase()}${kind.what.slice(1)} is ${kind.depth} deep.`);
}

/** The parser recurses; a text nested thousands deep overflows the stack, which is the text's fault. */
function guardDepth<T>(file: string, kind: TextKind, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(file, kind);
    throw error;
  }
}

/** Whether a value is among its own parts. */
function holdsItself(value: unknown, around: Set<unknown>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (around.has(value)) return true;
  around.add(value);
  const found = Object.values(value).some((part) => holdsItself(part, around));
  around.delete(value);
  return found;
}

/** Aliases of aliases grow exponentially; the parser counts them and raises a ReferenceError. */
function expandAliases(file: string, kind: TextKind, expand: () => unknown): unknown {
  try {
    const value = guardDepth(file, kind, expand);
    if (holdsItself(value, new Set())) throw unreadable(file, 'a value holds itself by an alias (*name)', 'Write the values out.');
    return value;
  } catch (error) {
    if (error instanceof SimError || !(error instanceof ReferenceError)) throw error;
    throw unreadable(file, 'the aliases (*name) expand to too many values', 'Write the values out.');
  }
}
