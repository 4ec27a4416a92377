/**
 * @file Reading YAML documents as nodes that know their places: aliases and merge keys followed, everything bounded, nothing converted.
 */
import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments, type Scalar } from 'yaml';
import { SimError } from '../core/errors.ts';
import { type Traced, traceDecoded } from './traced.ts';

/** A document with what is needed to follow its aliases. */
export interface YamlFile {
  readonly text: string;
  readonly documents: readonly YamlDocument[];
}

/** A document's root and the nodes that its anchors name. */
export interface YamlDocument {
  readonly root: unknown;
  readonly anchors: ReadonlyMap<string, Node>;
}

/** An entry of a mapping, merge keys followed. */
export interface YamlEntry {
  readonly key: string;
  readonly value: unknown;
}

/** Aliases of aliases, merges of merges: a few levels are in use, and a circle would have no end. */
const DEEPEST_ALIAS = 8;
/** Nested deeper than any manifest; the parser's own stack is finite. */
const DEEPEST_NESTING = 200;

/**
 * Parses a file.
 * @throws SimError(bad-input) where it is not YAML, at the place
 */
export function parseYaml(text: string, file: string): YamlFile {
  refuseDeepNesting(text, file);
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, { lineCounter: lines, uniqueKeys: false, logLevel: 'silent', stringKeys: false });
  const documents = Array.isArray(parsed) ? (parsed as Document.Parsed[]) : [];
  const error = documents.flatMap(({ errors }) => errors)[0];
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new SimError('bad-input', {
      what: `this is not YAML: ${error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? ''}`,
      where: { file, line, column: col },
      mend: 'Mend the file, or give the launch line itself.',
    });
  }
  return { text, documents: documents.map((document) => ({ root: document.contents, anchors: anchorsOf(document) })) };
}

/** The parser recurses: a file of brackets would exhaust its stack, and that of whoever walks the result. */
function refuseDeepNesting(text: string, file: string): void {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text[i];
    if (unit === '[' || unit === '{') depth += 1;
    else if (unit === ']' || unit === '}') depth = Math.max(0, depth - 1);
    if (depth > DEEPEST_NESTING) {
      throw new SimError('bad-input', {
        what: `brackets are nested deeper than ${DEEPEST_NESTING} levels`,
        where: { file },
        mend: 'Give the launch line itself.',
      });
    }
  }
}

function anchorsOf(document: Document.Parsed): ReadonlyMap<string, Node> {
  const anchors = new Map<string, Node>();
  const stack: unknown[] = [document.contents];
  while (stack.length > 0) {
    const node = stack.pop();
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined && !anchors.has(node.anchor)) anchors.set(node.anchor, node);
    if (isMap(node)) for (const { key, value } of node.items) stack.push(key, value);
    else if (isSeq(node)) for (const item of node.items) stack.push(item);
  }
  return anchors;
}

/** The node that an alias stands for; other nodes as they are; null for an alias of nothing. */
export function followAlias(node: unknown, document: YamlDocument): unknown {
  let target = node;
  for (let i = 0; i < DEEPEST_ALIAS && isAlias(target); i++) target = document.anchors.get((target as Alias).source) ?? null;
  return isAlias(target) ? null : target;
}

/** Entries of a mapping: its own, then those that merge keys (`<<`) add. Empty for what is no mapping. */
export function entriesOf(node: unknown, document: YamlDocument, depth = 0): readonly YamlEntry[] {
  const map = followAlias(node, document);
  if (!isMap(map) || depth > DEEPEST_ALIAS) return [];
  const entries = new Map<string, unknown>();
  const merged: unknown[] = [];
  for (const { key, value } of map.items) {
    const name = isScalar(key) ? String(key.value) : null;
    if (name === '<<') merged.push(...(isSeq(value) ? value.items : [value]));
    else if (name !== null) entries.set(name, value);
  }
  for (const source of merged.slice(0, DEEPEST_ALIAS)) {
    for (const { key, value } of entriesOf(source, document, depth + 1)) if (!entries.has(key)) entries.set(key, value);
  }
  return [...entries].map(([key, value]) => ({ key, value: followAlias(value, document) }));
}

/** Items of a sequence, aliases followed. Empty for what is no sequence. */
export function itemsOf(node: unknown, document: YamlDocument): readonly unknown[] {
  const list = followAlias(node, document);
  return isSeq(list) ? list.items.map((item) => followAlias(item, document)) : [];
}

/** A scalar as the text a program would be given; null for what is no scalar, and for an empty value. */
export function scalarText(node: unknown, { text }: YamlFile): Traced | null {
  if (!isScalar(node) || node.value === null || node.value === undefined) return null;
  const [from, to] = node.range ?? [0, 0, 0];
  return traceDecoded(writtenValue(node), text, from, to);
}

/** Numbers and booleans as they are written: `8` and `0.10` and `yes` reach the server as these very texts. */
function writtenValue(node: Scalar): string {
  if (typeof node.value === 'string') return node.value;
  return node.source ?? String(node.value);
}

/** Offset of a node in the file. */
export function startOf(node: unknown): number {
  return isMap(node) || isSeq(node) || isScalar(node) ? (node.range?.[0] ?? 0) : 0;
}

export { isMap, isScalar, isSeq } from 'yaml';
