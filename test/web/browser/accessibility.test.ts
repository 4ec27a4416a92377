/** Real Chromium with axe: every view, light and dark, narrow and wide; and the same page by keyboard. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { VIEWS } from '../../../src/web/views.ts';
import { expectSound, violations } from './axe.ts';
import { Explorer, ranTo, showView } from './explorer.ts';

let explorer: Explorer;
beforeAll(async () => {
  explorer = await Explorer.start();
});
afterEach(() => explorer.closePages());
afterAll(() => explorer.close());

for (const dark of [false, true]) {
  it(`axe has nothing against any view, ${dark ? 'dark' : 'light'}, 360 and 1280 pixels wide`, async () => {
    const { page } = await explorer.open({ dark });
    await ranTo(page);
    for (const { id, title } of VIEWS) {
      await showView(page, id);
      await expectSound(page, title);
    }
  });
}

it('axe sees what is wrong, so that its silence means something', async () => {
  const { page } = await explorer.open();
  await ranTo(page);
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
