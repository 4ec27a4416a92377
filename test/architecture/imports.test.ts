/** Folder order, no circles, and no foreign imports in pure code; each rule is first shown a breach. */
import { describe, expect, it } from 'vitest';
import { FOLDER_ORDER, folderOf } from './folderOrder.ts';
import { circles, foreignImports, impureImports, orderBreaches } from './rules.ts';
import { importsOf, packageOf, readSources } from './sources.ts';

const sources = readSources();
const imports = sources.flatMap(importsOf);
const planted = (path: string, text: string) => importsOf({ path, text });

describe('reading imports', () => {
  it('finds every kind of import and nothing in comments or strings', () => {
    const text = [
      "import { a } from './a.ts';",
      "import type { B } from '../pools/b.ts';",
      "export * from './c.ts';",
      "export type { D } from './d.ts';",
      "const e = await import('./e.ts');",
      "type F = import('./f.ts').F;",
      "// import './g.ts'",
      `const s = "import './h.ts'";`,
      'const i = await import(name);',
    ].join('\n');
    expect(planted('plan/x.ts', text).map(({ target, specifier }) => target ?? specifier)).toEqual([
      'plan/a.ts',
      'pools/b.ts',
      'plan/c.ts',
      'plan/d.ts',
      'plan/e.ts',
      'plan/f.ts',
      '<computed>',
    ]);
  });

  it('takes the package out of a specifier', () => {
    expect(['zod/v4', '@webgpu/types', 'node:fs'].map(packageOf)).toEqual(['zod', '@webgpu/types', 'node:fs']);
  });
});

describe('folder order', () => {
  it('sees an import further down, one of an unknown folder, and one of an entry point', () => {
    const breaches = [
      ...planted('pools/x.ts', "import type { P } from '../plan/plan.ts';"),
      ...planted('cli/x.ts', "import { y } from '../misc/y.ts';"),
      ...planted('cli/x.ts', "import { y } from '../index.ts';"),
      ...planted('plan/x.ts', "import { y } from './y.ts';\nimport { z } from '../core/z.ts';"),
    ];
    expect(orderBreaches(breaches)).toEqual(['pools/x.ts imports plan/plan.ts', 'cli/x.ts imports misc/y.ts', 'cli/x.ts imports index.ts']);
  });

  it('holds in src', () => {
    expect(imports.length).toBeGreaterThan(0);
    expect(orderBreaches(imports)).toEqual([]);
  });

  it('has a place for every folder of src', () => {
    const known = FOLDER_ORDER.map(({ name }) => name);
    const folders = new Set(sources.map(({ path }) => folderOf(path)).filter((folder) => folder !== null));
    expect([...folders].filter((folder) => !known.includes(folder))).toEqual([]);
  });

  it('imports only files that exist', () => {
    const paths = new Set(sources.map(({ path }) => path));
    expect(imports.filter(({ target }) => target !== null && !target.endsWith('.json') && !paths.has(target))).toEqual([]);
  });
});

describe('circles', () => {
  it('sees one, type-only imports included', () => {
    const loop = [...planted('core/a.ts', "import type { B } from './b.ts';"), ...planted('core/b.ts', "import { a } from './a.ts';")];
    expect(circles(loop)).toEqual(['core/a.ts -> core/b.ts -> core/a.ts']);
  });

  it('sees none where two ways lead to one file', () => {
    const diamond = [
      ...planted('core/a.ts', "import './b.ts';\nimport './c.ts';"),
      ...planted('core/b.ts', "import './d.ts';"),
      ...planted('core/c.ts', "import './d.ts';"),
    ];
    expect(circles(diamond)).toEqual([]);
  });

  it('has none in src', () => {
    expect(circles(imports)).toEqual([]);
  });
});

describe('imports of pure code', () => {
  it('sees node modules, packages, computed imports and impure files', () => {
    const text = "import 'node:fs';\nimport 'webgpu';\nimport { z } from 'zod';\nawait import(x);\nimport '../device/node/y.ts';";
    const breaches = planted('verify/x.ts', text);
    expect(foreignImports(breaches)).toEqual(['verify/x.ts imports node:fs', 'verify/x.ts imports webgpu', 'verify/x.ts imports <computed>']);
    expect(impureImports(breaches)).toEqual(['verify/x.ts imports device/node/y.ts']);
    expect(foreignImports(planted('cli/x.ts', text))).toEqual([]);
  });

  it('has none in src', () => {
    expect(foreignImports(imports)).toEqual([]);
    expect(impureImports(imports)).toEqual([]);
  });
});
