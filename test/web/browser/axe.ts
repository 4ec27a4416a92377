/** @file What axe has against a page as it stands. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** In words; empty where there is nothing. */
export async function violations(page: Page): Promise<readonly string[]> {
  // Once a page; and what it found nothing against stays there: to send it over takes as long as to find it.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)')) as AxeResults['violations'];
  return found.map(({ id, help, nodes }) => `${id}: ${help}; ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Holds where axe has nothing against the page, and nothing sticks out of it sideways, at each of some widths. @param what is shown, for the message */
export async function expectSound(page: Page, what: string, widths: readonly number[] = [1280, 360]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect([what, width, await violations(page)]).toEqual([what, width, []]);
    expect([what, width, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([what, width, true]);
  }
}
