/**
 * @file Reading src/ for the architecture tests: files, their imports of every kind, and what they export without a docstring.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import ts from 'typescript';

/** The checkout that is tested. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** A source file; `path` is relative to src/, with forward slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** One import of any kind: static, re-export, type-only, `import()` of a module or in a type. */
export interface Import {
  readonly from: string;
  /** As written. */
  readonly specifier: string;
  /** The imported file relative to src/; null for packages and node modules. */
  readonly target: string | null;
}

/** Every TypeScript file of src/, those with markup among them, sorted by path. */
export function readSources(): readonly Source[] {
  const base = join(ROOT, 'src');
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => ({ path: relative(base, join(base, path)).split(sep).join('/'), text: readFileSync(join(base, path), 'utf8') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

const parsed = new WeakMap<Source, ts.SourceFile>();

/** The syntax tree of a file, made once. */
function parse(source: Source): ts.SourceFile {
  const known = parsed.get(source);
  if (known !== undefined) return known;
  const tree = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true);
  parsed.set(source, tree);
  return tree;
}

/** Text of the module a node imports from, or null when it is no import. A dynamic import of a computed name yields `<computed>`. */
function importedModule(node: ts.Node): string | null {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
    return ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : null;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    return argument !== undefined && ts.isStringLiteralLike(argument) ? argument.text : '<computed>';
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) return node.argument.literal.text;
  return null;
}

/** Imports of a file, in order of appearance. */
export function importsOf(source: Source): readonly Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node) => {
    const specifier = importedModule(node);
    if (specifier !== null) {
      const target = specifier.startsWith('.') ? posix.join(posix.dirname(source.path), specifier) : null;
      found.push({ from: source.path, specifier, target });
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(source));
  return found;
}

/** Package name of a specifier: `@scope/name/file` is `@scope/name`. */
export function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Whether the comment block right before a statement documents it, rather than the file. */
function isDocumented(statement: ts.Statement): boolean {
  return ts.getJSDocCommentsAndTags(statement).some((doc) => ts.isJSDoc(doc) && !isFileHeader(doc));
}

function isFileHeader(doc: ts.JSDoc): boolean {
  return (doc.tags ?? []).some((tag) => tag.tagName.text === 'file');
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map((declaration) => declaration.name.getText());
  const { name } = statement as ts.Statement & { name?: ts.Node };
  return [name === undefined ? 'default' : name.getText()];
}

/** Names that a file exports from its own text without a docstring; of overloads, one documented signature is enough. */
export function undocumentedExports(source: Source): readonly string[] {
  const documented = new Set<string>();
  const exported = new Set<string>();
  for (const statement of parse(source).statements) {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    for (const name of declaredNames(statement)) {
      exported.add(name);
      if (isDocumented(statement)) documented.add(name);
    }
  }
  return [...exported].filter((name) => !documented.has(name));
}

/** Whether the file opens with a block that says what it is for, after the hashbang if there is one. */
export function hasFileHeader({ text }: Source): boolean {
  const [first] = ts.getLeadingCommentRanges(text, ts.getShebang(text)?.length ?? 0) ?? [];
  return first !== undefined && /^\/\*\*\s*(\* )?@file\s+\S/.test(text.slice(first.pos, first.end));
}

/** Every string that a file spells out, templates' fixed parts included; comments are not among them. */
export function stringsOf(source: Source): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(parse(source));
  return found;
}
