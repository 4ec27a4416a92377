/** Sizes, headers, docstrings, shaders: what keeps single files readable. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SHADER_NAMES } from '../../src/device/webgpu/kernels.ts';
import { MAX_FILE_LINES } from './folderOrder.ts';
import { hasFileHeader, ROOT, readSources, stringsOf, undocumentedExports } from './sources.ts';

const sources = readSources();

describe('files of src', () => {
  it(`are at most ${MAX_FILE_LINES} lines long`, () => {
    const long = sources.filter(({ text }) => text.split('\n').length - 1 > MAX_FILE_LINES);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it('have camelCase names', () => {
    expect(sources.map(({ path }) => path).filter((path) => !/^([a-z][a-zA-Z0-9]*\/)*[a-z][a-zA-Z0-9]*\.tsx?$/.test(path))).toEqual([]);
  });

  it('open with what they are for', () => {
    expect(sources.filter((source) => !hasFileHeader(source)).map(({ path }) => path)).toEqual([]);
  });

  it('document every export', () => {
    expect(sources.flatMap((source) => undocumentedExports(source).map((name) => `${source.path}: ${name}`))).toEqual([]);
  });
});

describe('the docstring rule', () => {
  it('sees missing ones, and takes neither the file header nor a plain comment for one', () => {
    const text = [
      '/** @file Header. */',
      'export const bare = 1;',
      '// A remark.',
      'export function remarked() {}',
      '/** Said. */',
      'export interface Said { x: 1 }',
      'const hidden = 2;',
      'export { hidden };',
      '/** One for both. */',
      'export function over(x: string): void;',
      'export function over(x: number): void;',
      'export function over() {}',
    ].join('\n');
    expect(undocumentedExports({ path: 'core/x.ts', text })).toEqual(['bare', 'remarked']);
    expect(hasFileHeader({ path: 'core/x.ts', text })).toBe(true);
    expect(hasFileHeader({ path: 'core/x.ts', text: 'export const x = 1;' })).toBe(false);
  });
});

describe('shaders', () => {
  const kernels = sources.filter(({ path }) => path === 'device/webgpu/kernels.ts');

  it('are the files that the kernels name', () => {
    const files = readdirSync(join(ROOT, 'shaders')).map((file) => file.replace(/\.wgsl$/, ''));
    expect(files.toSorted()).toEqual([...SHADER_NAMES].toSorted());
  });

  it('are each a part of a kernel', () => {
    const words = kernels.flatMap(stringsOf);
    // Once in the list of names, and at least once more among the parts.
    expect(SHADER_NAMES.filter((name) => words.filter((word) => word === name).length < 2)).toEqual([]);
  });
});
