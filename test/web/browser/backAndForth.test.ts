/** Real Chromium: who goes back finds what was left there. Answers, the newcomers' box, the faulty run beside the mended one, the place that was looked at before a wrong address. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Explorer, linkOnce, ranTo, showView } from './explorer.ts';

let explorer: Explorer;
beforeAll(async () => {
  explorer = await Explorer.start();
});
afterEach(() => explorer.closePages());
afterAll(() => explorer.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

it('O1: its table fits beside the text, its answers stay, its mended run says that it is one, and the box of the first page leads back', async () => {
  const { page, complaints } = await explorer.open();
  await ranTo(page);
  await button(page, /^O1:/).click();
  await page.locator('table.words').waitFor();
  const table = page.getByRole('region', { name: 'Words of decode by component' });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  const question = page.getByRole('form', { name: 'A question before you go on' });
  await question.getByRole('radio').nth(1).check();
  await button(page, 'Is it so?').click();
  await page.locator('.grade.good').waitFor();
  await button(page, 'Next').click();
  await page.locator('h3', { hasText: 'What did arrive' }).waitFor();
  await button(page, 'Back').click();
  await page.locator('.grade.good').waitFor();
  expect(await question.getByRole('radio').nth(1).isChecked()).toBe(true);

  for (let step = 1; step < 5; step++) await button(page, 'Next').click();
  await button(page, 'See the mended run').click();
  await page.locator('h3', { hasText: 'The same hand-off, mended' }).waitFor();
  await page.locator('.lessonText', { hasText: 'It comes to PASS' }).waitFor();
  expect(await page.getByText('So that is why').count()).toBe(0);
  await button(page, 'Open this in its own view').click();
  await page.getByText(/^Mended: Mooncake passes over/).waitFor();
  await button(page, 'Back to the faulty variant').click();
  await button(page, 'Take the mended variant').waitFor();
  // The box is there, and knows which lesson was left.
  await button(page, 'Go on with O1').click();
  await page.locator('h3', { hasText: 'So that is why' }).waitFor();
  await page.locator('.lessonText', { hasText: 'The run tells the largest part so' }).waitFor();

  // Straight from the mended run: the faulty one is carried out again, and its damage stands on the maps.
  await button(page, 'See the mended run').click();
  await page.locator('.lessonText', { hasText: 'It comes to PASS' }).waitFor();
  await button(page, 'To the exercise').click();
  await page.getByText(/^Marks on decode are rows that the last transfer left damaged/).waitFor();
  await page.getByLabel('Address on decode').fill('0x1');
  await button(page, 'Check').click();
  await page.locator('.grade.bad').waitFor();
  await button(page, 'Back').click();
  await button(page, 'To the exercise').click();
  expect(await page.getByLabel('Address on decode').inputValue()).toBe('0x1');
  await page.locator('.grade.bad').waitFor();
  await button(page, 'Start over').click();
  await page.locator('.grade').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Address on decode').inputValue()).toBe('');

  await showView(page, 'playground');
  await button(page, 'Put this away').click();
  await page.getByRole('region', { name: 'Why did the text turn to garbage?' }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

it('pools: an address that is none leaves the row as it is, one of the other node is gone to, and both are said', async () => {
  const { page, complaints } = await explorer.open();
  await ranTo(page);
  await showView(page, 'pools');
  const address = page.getByLabel('Address', { exact: true });
  const go = async (text: string) => {
    await address.fill(text);
    await button(page, 'Go to').click();
  };
  await go('0x7f8000024920');
  await page.getByRole('region', { name: 'decode: 0x7f8000024920' }).waitFor();
  await page.getByRole('button', { name: 'row', exact: true }).click();
  const where = page.locator('#node-decode');
  const before = await where.textContent();
  await go('0x1');
  await page.getByText('What was shown stays.').waitFor();
  expect(await where.textContent()).toBe(before);
  expect(await page.getByRole('region', { name: 'decode: 0x7f8000024920' }).count()).toBe(1);
  expect(await address.inputValue()).toBe('0x1');
  await go('nowhere');
  await page.getByText('"nowhere" is no address').waitFor();
  expect(await where.textContent()).toBe(before);
  await go('0x7f1000000000');
  await page.getByText('0x7f1000000000 is no address of decode, but one of prefill: this is it.').waitFor();
  await page.getByRole('region', { name: 'prefill: 0x7f1000000000' }).waitFor();
  await linkOnce(page, ({ selection }) => selection?.side === 'prefill' && selection.address === '0x7f1000000000');
  expect(complaints).toEqual([]);
});

it('what became of the words, and fields of exercises, have room at 360 pixels', async () => {
  const { page, complaints } = await explorer.open({ width: 360 });
  await ranTo(page);
  await button(page, /^O1:/).click();
  await page.locator('table.words').waitFor();
  const table = page.getByRole('region', { name: 'Words of decode by component' });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await page.locator('table.words thead th:visible').allTextContents()).toEqual(['component, words', 'right', 'wrong', 'missing', 'touched']);
  await showView(page, 'playground');
  await button(page, 'All lessons').click();
  await page.locator('.card', { hasText: 'Why the mapping must be the same object' }).click();
  for (;;) {
    await page.locator('.text > .lessonText').waitFor();
    const next = page.getByRole('button', { name: /^(Next|To the exercise)$/ });
    if ((await next.count()) === 0) break;
    await next.click();
  }
  const spare = await page.locator('table.fields select').evaluateAll((selects) =>
    selects.map((select) => {
      if (!(select instanceof HTMLSelectElement)) return Number.NaN;
      const context = document.createElement('canvas').getContext('2d');
      const style = getComputedStyle(select);
      if (context !== null) context.font = style.font;
      // The arrow takes about as much as a letter is high.
      const arrow = Number.parseFloat(style.fontSize);
      const text = context?.measureText(select.selectedOptions[0]?.text ?? '').width ?? 0;
      return select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight) - arrow - text;
    }),
  );
  expect(spare.length).toBeGreaterThan(2);
  expect(Math.min(...spare)).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});
