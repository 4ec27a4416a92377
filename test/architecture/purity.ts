/**
 * @file Finding what is not of the language: a pure file must compile in a world that has only the ECMAScript library. The compiler then
 * reports every Node, DOM or WebGPU name, value or type, and a list of forbidden names is not needed.
 */
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './sources.ts';

/** Options of the project, but with no ambient types besides ECMAScript's. */
function bareOptions(): ts.CompilerOptions {
  const { config, error } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  if (error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, ' '));
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, ROOT);
  return { ...options, types: [], noEmit: true };
}

/**
 * What the compiler says against these files in the bare world, one line each.
 * @param paths relative to src/
 * @param extra files that exist only in memory, by path relative to src/: planted breaches
 */
export function impurities(paths: readonly string[], extra: ReadonlyMap<string, string> = new Map()): readonly string[] {
  const options = bareOptions();
  const source = join(ROOT, 'src');
  const planted = new Map([...extra].map(([path, text]) => [join(source, path), text]));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (path) => planted.get(path) ?? readFile(path);
  host.fileExists = (path) => planted.has(path) || fileExists(path);
  const roots = [...paths.map((path) => join(source, path)), ...planted.keys()];
  const program = ts.createProgram(roots, options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, ' ');
    if (file === undefined || start === undefined) return text;
    return `${file.fileName.slice(source.length + 1)}:${file.getLineAndCharacterOfPosition(start).line + 1}: ${text}`;
  });
}
