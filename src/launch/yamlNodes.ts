/**
 * @file Reading YAML documents as nodes that know their places: aliases and merge keys followed, everything bounded, nothing converted.
 */
import { Composer, type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, Parser, type Scalar } from 'yaml';
import { SimError } from '../core/errors.ts';
import { isBlank, type Traced, traceDecoded } from './traced.ts';

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
  const refuse = (message: string, offset: number): never => {
    const { line, col } = lines.linePos(offset);
    throw new SimError('bad-input', {
      what: `this is not YAML: ${message}`,
      where: { file, line, column: col },
      mend: 'Mend the file, or give the launch line itself.',
    });
  };
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
  const documents: YamlDocument[] = [];
  const take = (composed: Iterable<Document.Parsed>) => {
    for (const document of composed) {
      const error = document.errors[0];
      if (error !== undefined) refuse(error.message, error.pos[0]);
      documents.push({ root: document.contents, anchors: anchorsOf(document) });
    }
  };
  // Token by token, so that the first error ends it: hostile files make one at every character.
  for (const token of new Parser(lines.addNewLine).parse(text)) {
    if (token.type === 'error') refuse(token.message, token.offset);
    take(composer.next(token));
  }
  take(composer.end());
  return { text, documents };
}

/** The parser recurses, in time that grows with the depth: a file of brackets, dashes or indents would take long and then exhaust the stack. */
function refuseDeepNesting(text: string, file: string): void {
  let brackets = 0;
  let line = 0;
  const indents: number[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    line += 1;
    let dashes = 0;
    let column = from;
    while (text[column] === ' ' || text[column] === '\t' || ((text[column] === '-' || text[column] === '?') && isBlankAt(text, column + 1))) {
      if (text[column] === '-' || text[column] === '?') dashes += 1;
      column += 1;
    }
    const indent = column - from;
    while ((indents[indents.length - 1] ?? -1) >= indent) indents.pop();
    if (column < to) indents.push(indent);
    for (let i = column; i < to; i++) {
      if (text[i] === '[' || text[i] === '{') brackets += 1;
      else if (text[i] === ']' || text[i] === '}') brackets = Math.max(0, brackets - 1);
      if (brackets > DEEPEST_NESTING) break;
    }
    if (brackets + dashes + indents.length > DEEPEST_NESTING) {
      throw new SimError('bad-input', {
        what: `values are nested deeper than ${DEEPEST_NESTING} levels`,
        where: { file, line },
        mend: 'Give the launch line itself.',
      });
    }
    from = to + 1;
  }
}

function isBlankAt(text: string, index: number): boolean {
  return text[index] === undefined || isBlank(text[index]);
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
  let target: unknown = node;
  for (let i = 0; i < DEEPEST_ALIAS && isAlias(target); i++) target = document.anchors.get(target.source) ?? null;
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
