/** docs/links.md is what the links say now. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NAMED_LINKS } from '../../src/cost/namedLinks.ts';
import { linksPage } from '../../src/report/linksPage.ts';

const page = linksPage(NAMED_LINKS);

it('docs/links.md is current', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/links.md'), 'utf8')).toBe(page);
});

it('tells of every link its source and its doubts', () => {
  for (const { name, source, uncertain } of NAMED_LINKS.values()) for (const text of [`### ${name}`, source, uncertain]) expect(page).toContain(text);
});
