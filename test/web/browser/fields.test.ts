/** Real Chromium: fields of the playground as somebody types into them, and those that are folded away. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import type { ScenarioInput } from '../../../src/scenario/scenarioSchema.ts';
import { checkedTo, type Explorer, linkOnce, onePage, ranTo, startFrom } from './explorer.ts';

// A run given up would take its worker and the device along: tests begin after it.
let explorer: Explorer;
let page: Page;
onePage((own) => {
  ({ explorer, page } = own);
}, ranTo);
beforeEach(() => startFrom(page, 'dsv4-mini'));

it('a number may be typed key by key: what it is on the way stays in the field', async () => {
  const field = page.getByLabel('Fragmentation, decode');
  await field.fill('');
  await field.focus();
  for (const [key, text] of [
    ['0', '0'],
    ['.', '0.'],
    ['2', '0.2'],
    ['5', '0.25'],
  ] as const) {
    await page.keyboard.press(key);
    await checkedTo(page);
    expect(await field.inputValue()).toBe(text);
  }
  await linkOnce(page, ({ scenario }) => (scenario as ScenarioInput).decode?.fragmentation === 0.25);
  // What another hand sets, such as Undo, replaces it; what was typed in one go is undone in one go.
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await field.inputValue()).toBe('1');
});

it('folded settings are told of by the fold while they are set, and unfold where one is wrong', async () => {
  const fold = page.locator('details', { hasText: 'More settings' });
  expect(await fold.locator('summary').textContent()).not.toContain('KV dtype');
  expect(await fold.locator('table').count()).toBe(0);

  await fold.locator('summary').click();
  const share = page.getByLabel('SWA share, decode');
  await share.fill('2');
  await fold.locator('p.wrong').waitFor();
  // Another field in between: two goes.
  await page.getByLabel('KV dtype, decode').selectOption('bfloat16');
  await share.fill('0.2');
  await fold.locator('p.wrong').waitFor({ state: 'detached' });
  await fold.locator('summary').click();
  await share.waitFor({ state: 'detached' });
  expect(await fold.locator('summary').textContent()).toContain('set: SWA share, KV dtype');

  await page.getByRole('button', { name: 'Undo' }).click();
  await fold.locator('p.wrong').waitFor();
  expect(await share.inputValue()).toBe('2');
});

it('what is wrong is in the link with everything else, and is there again for whoever opens it', async () => {
  const own = await explorer.open();
  await checkedTo(own.page);
  await own.page.getByLabel('Pool tokens, decode').fill('8192');
  await own.page.getByLabel('Page size, prefill').fill('abc');
  await own.page.locator('#field-prefill-pageSize-wrong').waitFor();
  const fragment = await linkOnce(own.page, ({ scenario }) => (scenario as { prefill?: { pageSize?: unknown } }).prefill?.pageSize === 'abc');
  const again = await explorer.open({ fragment });
  await again.page.locator('#field-prefill-pageSize-wrong').waitFor();
  expect(await again.page.getByLabel('Pool tokens, decode').inputValue()).toBe('8192');
  expect(await again.page.getByLabel('Page size, prefill').inputValue()).toBe('abc');
  expect(await again.page.locator('.notice p').count()).toBe(0);
  expect([...own.complaints, ...again.complaints]).toEqual([]);
});
