/** docs/ is what the catalogue makes; links lead somewhere; the Python of the dump names the fields that a dump is read by. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/checks/catalogue.ts';
import { checkPages } from '../../src/cli/docs/checkPages.ts';
import { parseKvArgs } from '../../src/kvargs/dump.ts';

const DOCS = join(import.meta.dirname, '../../docs');

describe('docs/checks', () => {
  const pages = checkPages();

  it('is current: `npm run docs` makes what is there', () => {
    expect(readdirSync(join(DOCS, 'checks')).toSorted()).toEqual([...pages.keys()].toSorted());
    for (const [file, text] of pages) expect(readFileSync(join(DOCS, 'checks', file), 'utf8'), file).toBe(text);
  });

  it('has a page for every entry, and an index that names each once', () => {
    const index = pages.get('README.md') ?? '';
    for (const { id } of CATALOGUE) expect(index.split(`[${id}](${id}.md)`).length, id).toBe(2);
  });

  it('has links that lead to pages', () => {
    const broken = [...pages].flatMap(([file, text]) =>
      [...text.matchAll(/\]\(([^)]+\.md)\)/g)].flatMap(([, target]) => (existsSync(join(DOCS, 'checks', target ?? '')) ? [] : [`${file} -> ${target}`])),
    );
    expect(broken).toEqual([]);
  });
});

describe('docs/dump-kv-args.md', () => {
  const text = readFileSync(join(DOCS, 'dump-kv-args.md'), 'utf8');
  const names = [...(/NAMES = \(([^)]*)\)/.exec(text)?.[1] ?? '').matchAll(/"(\w+)"/g)].map((match) => match[1] ?? '');

  it('writes every field that a dump is read by', () => {
    const read = new Set<string>();
    const empty: Record<string, unknown> = { engine_rank: 0, page_size: 256 };
    for (const prefix of ['kv', 'aux', 'state']) for (const part of ['data_ptrs', 'data_lens', 'item_lens']) empty[`${prefix}_${part}`] = [];
    empty.state_types = [];
    parseKvArgs(
      new Proxy(empty, {
        get: (fields, name: string) => {
          read.add(name);
          return fields[name];
        },
      }),
    );
    // Tensor names are ours; the engine keeps none.
    expect(names.toSorted()).toEqual([...read].filter((name) => !name.endsWith('_tensors')).toSorted());
  });
});
