/** Real Chromium with axe: every view, light and dark, narrow and wide; and the same page by keyboard. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { VIEWS } from '../../../src/web/views.ts';
import { Explorer, ranTo, showView } from './explorer.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let explorer: Explorer;
beforeAll(async () => {
  explorer = await Explorer.start();
});
afterEach(() => explorer.closePages());
afterAll(() => explorer.close());

/** What axe has against the page as it stands, in words. */
async function violations(page: Page): Promise<readonly string[]> {
  const results = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults;
  return results.violations.map(({ id, help, nodes }) => `${id}: ${help}; ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

for (const dark of [false, true]) {
  it(`axe has nothing against any view, ${dark ? 'dark' : 'light'}, 360 and 1280 pixels wide`, async () => {
    const { page } = await explorer.open({ dark });
    await ranTo(page);
    await page.evaluate(AXE);
    for (const { id, title } of VIEWS) {
      await showView(page, id);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 });
        expect([title, width, await violations(page)]).toEqual([title, width, []]);
        // Nothing sticks out: the page scrolls in one direction only.
        expect([title, width, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([title, width, true]);
      }
    }
  });
}

it('axe sees what is wrong, so that its silence means something', async () => {
  const { page } = await explorer.open();
  await ranTo(page);
  await page.evaluate(AXE);
  await page.evaluate(() => {
    document.querySelector('main')?.append(document.createElement('input'));
  });
  expect(await violations(page)).not.toEqual([]);
});

it('every control of the page can be reached with Tab, and shows it', async () => {
  const { page } = await explorer.open();
  await ranTo(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const reached = new Set<string>();
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return {
        name: `${element.tagName} ${element.id || element.textContent?.slice(0, 30)}`,
        isShown: outlineStyle !== 'none' && outlineWidth !== '0px',
        isBody: element === document.body,
      };
    });
    if (focused.isBody) break;
    expect([focused.name, focused.isShown]).toEqual([focused.name, true]);
    reached.add(focused.name);
  }
  const controls = await page.locator('header button, .settings select:visible, .settings input:visible, .controls button').count();
  expect(reached.size).toBeGreaterThanOrEqual(controls);
});
