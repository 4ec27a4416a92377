/** Real Chromium with axe: every view, light and dark, narrow and wide; and the same page by keyboard. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VIEWS } from '../../../src/web/views.ts';
import { expectSound, violations } from './axe.ts';
import { Explorer, ranTo, showView } from './explorer.ts';

// One page for all, opened dark and shown in both: to open one takes seconds. What needs it as it opens comes first, what breaks it last.
let explorer: Explorer;
let page: Page;
beforeAll(async () => {
  explorer = await Explorer.start();
  ({ page } = await explorer.open({ dark: true }));
  await ranTo(page);
});
afterAll(() => explorer.close());

it('every control of the page can be reached with Tab, and shows it', async () => {
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

for (const dark of [true, false]) {
  it(`axe has nothing against any view, ${dark ? 'dark' : 'light'}, 360 and 1280 pixels wide`, async () => {
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    for (const { id, title } of VIEWS) {
      await showView(page, id);
      await expectSound(page, title);
    }
  });
}

it('axe sees what is wrong, so that its silence means something', async () => {
  await page.evaluate(() => {
    document.querySelector('main')?.append(document.createElement('input'));
  });
  expect(await violations(page)).not.toEqual([]);
});
