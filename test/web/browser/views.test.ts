/** Real Chromium: the playground answers and mends, pools locate, the transfer steps, links restore, all of it by keyboard as well. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Explorer, linkOnce, onePage, publishedReport, ranTo, showView, startFrom } from './explorer.ts';

// One page for all that can begin anew by choosing a scenario: to open one takes seconds. Links are opened in others.
// A run given up would take its worker and the device along: tests begin after it.
let explorer: Explorer;
let page: Page;
onePage((own) => {
  ({ explorer, page } = own);
}, ranTo);
beforeEach(() => startFrom(page, 'dsv4-mini'));

describe('the playground', () => {
  it('says what the engine says as soon as a field changes, mends it with one press, and shows past the check what the check prevents', async () => {
    await page.getByLabel('Start from').selectOption('guard-ring-geometry');
    await page.locator('.verdict', { hasText: 'refused' }).waitFor();
    expect(await page.locator('article.finding.error').count()).toBeGreaterThan(0);

    await page.getByLabel(/go on past the engine/).check();
    await page.getByRole('button', { name: 'Transfer, past the check' }).click();
    expect(await ranTo(page)).toBe('SILENT_CORRUPTION');
    expect(await page.locator('.stories li').count()).toBeGreaterThan(0);
    await page.getByText(/was passed by: DSV4 target and draft pools must share SWA ring geometry.*Begin there/).waitFor();
    expect(await page.locator('.maps .hurt').count()).toBeGreaterThan(0);
    await page.locator('.maps .hurt').first().focus();
    expect(await page.locator('.told').textContent()).toMatch(/rows \d+ to \d+/);

    await page.getByRole('button', { name: 'Apply all mends' }).click();
    await page.locator('.verdict.good', { hasText: 'fits' }).waitFor();
    await page.getByRole('button', { name: 'Transfer, past the check' }).click();
    expect(await ranTo(page)).toMatch(/^PASS/);
  });

  it('has its scenarios in groups, and finds one of them by keyboard alone', async () => {
    const list = page.getByLabel('Start from');
    const groups = await list.locator('optgroup').evaluateAll((elements) => elements.map((element) => element.getAttribute('label') ?? ''));
    expect(groups.filter((label) => label.startsWith('Sound'))).toHaveLength(2);
    expect(groups.filter((label) => label.startsWith('Reports: ')).length).toBeGreaterThan(4);
    const whole = await list.locator('option').count();
    await page.getByRole('searchbox', { name: /^Find among/ }).focus();
    await page.keyboard.type('#24878');
    await page.getByRole('status').filter({ hasText: 'state-not-sent: Enter takes it.' }).waitFor();
    expect(await list.locator('option:not([hidden])').count()).toBe(2);
    await page.keyboard.press('Enter');
    await page.getByText('B27 in the list of public reports: sgl-project/sglang#24878').waitFor();
    expect(await list.inputValue()).toBe('state-not-sent');
    await page.getByRole('searchbox').fill('');
    expect(await list.locator('option').count()).toBe(whole);
  });

  it('marks the field that is wrong, and forgives it', async () => {
    const field = page.getByLabel('Pool tokens, decode');
    await field.fill('20481');
    await page.locator('[aria-invalid="true"]').waitFor();
    expect(await page.locator('#field-decode-poolTokens-wrong').textContent()).toMatch(/whole number of pages/);
    await field.fill('20480');
    await page.locator('.verdict.good', { hasText: 'fits' }).waitFor();
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
  });

  it('plants a fault, tells its damage, and takes it out', async () => {
    await page.getByLabel('Plant').selectOption('component-dropped');
    await page.locator('main').getByRole('button', { name: 'Transfer', exact: true }).click();
    expect(await ranTo(page)).toBe('SILENT_CORRUPTION');
    expect((await publishedReport(page)).verdict.findings.map(({ id }) => id)).toContain('fault-planted');
    await page.getByRole('button', { name: /^Take out/ }).click();
    await page.locator('main').getByRole('button', { name: 'Transfer', exact: true }).click();
    expect(await ranTo(page)).toBe('PASS');
  });
});

describe('links', () => {
  it('restore scenario, view and what is picked', async () => {
    await page.getByLabel('Page size, decode', { exact: true }).fill('64');
    await page.locator('.verdict', { hasText: 'refused' }).waitFor();
    // Decode does not start with this: there is prefill's memory alone to pick from.
    await showView(page, 'pools');
    await page.getByRole('application').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.place').first().waitFor();
    const address = await page.getByLabel('Address', { exact: true }).inputValue();
    const fragment = await linkOnce(page, ({ view, selection }) => view === 'pools' && selection?.address === address);

    const again = await explorer.open({ fragment });
    await again.page.locator('nav [aria-current]', { hasText: 'Pools' }).waitFor();
    await again.page.locator('.place').first().waitFor();
    expect(await again.page.getByLabel('Address', { exact: true }).inputValue()).toBe(address);
    await showView(again.page, 'playground');
    expect(await again.page.getByLabel('Page size, decode', { exact: true }).inputValue()).toBe('64');
    expect(again.complaints).toEqual([]);
    await again.page.context().close();
  });

  it('of another view are places to come back from, with what was set there', async () => {
    await page.getByLabel('Slots, decode', { exact: true }).fill('9');
    await linkOnce(page, ({ scenario }) => JSON.stringify(scenario).includes('"slots":9'));
    const before = await page.evaluate(() => history.length);
    await showView(page, 'pools');
    await linkOnce(page, ({ view }) => view === 'pools');
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
    await page.goBack();
    await page.locator('nav [aria-current]', { hasText: 'Playground' }).waitFor();
    expect(await page.getByLabel('Slots, decode', { exact: true }).inputValue()).toBe('9');
    await page.goForward();
    await page.locator('nav [aria-current]', { hasText: 'Pools' }).waitFor();
  });

  it('that are broken give a notice and a page that works', async () => {
    const other = await explorer.open({ fragment: '1.AAAA' });
    expect(await ranTo(other.page)).toBe('PASS');
    expect(await other.page.locator('.notice').textContent()).toMatch(/could not be read/);
    expect(other.complaints).toEqual([]);
    await other.page.context().close();
  });
});

describe('the pools', () => {
  it('locate an address, lead to its counterpart, and say where there is nothing', async () => {
    await showView(page, 'pools');
    await page.locator('canvas.pool').first().waitFor();
    // At this zoom numbers have no room on the maps.
    expect(await page.getByRole('list', { name: 'Colours of requests' }).getByRole('listitem').count()).toBeGreaterThan(0);
    await page.getByRole('combobox', { name: 'Node' }).selectOption('prefill');
    await page.locator('.place').first().waitFor();
    expect(await page.locator('.levels > li').count()).toBeGreaterThanOrEqual(5);
    const found = await page.getByLabel('Address', { exact: true }).inputValue();
    const goTo = async (address: string) => {
      await page.getByLabel('Address', { exact: true }).fill(address);
      await page.getByRole('button', { name: 'Go to' }).click();
    };
    await goTo('0x1');
    await page.locator('main .wrong', { hasText: /no region.* What was shown stays\.$/ }).waitFor();
    expect(await page.locator('.levels > li').count()).toBeGreaterThanOrEqual(5);
    await goTo('here');
    await page.locator('main .wrong', { hasText: /no address/ }).waitFor();
    expect(await page.locator('.levels > li').count()).toBeGreaterThanOrEqual(5);
    await goTo(found);
    await page.locator('main .wrong').waitFor({ state: 'detached' });
    await page.locator('.place').first().waitFor();
    // One of decode's while prefill is chosen: the view goes there, and says so.
    await goTo('0x7f8000000000');
    await page.getByText('0x7f8000000000 is no address of prefill, but one of decode: this is it.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Node' }).inputValue()).toBe('decode');
  });

  it('are picked from and zoomed by keyboard alone, down to a word', async () => {
    await showView(page, 'pools');
    const frame = page.getByRole('application').last();
    await frame.focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.place').first().waitFor();
    const address = () => page.getByLabel('Address', { exact: true }).inputValue();
    const first = await address();
    for (const zoom of ['component', 'layer', 'row']) {
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: zoom, pressed: true }).waitFor();
    }
    // A row of words is longer than the frame, and says so.
    await page.getByText('The map is longer than its frame').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((before) => (document.querySelector('.address input') as HTMLInputElement).value !== before, first);
    expect(BigInt(await address()) - BigInt(first)).toBe(4n);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'layer', pressed: true }).waitFor();
  });
});

describe('the transfer', () => {
  it('steps on and back on real memory, and stops at the first wrong word', async () => {
    await page.getByLabel('Start from').selectOption('dtype-item-length');
    await showView(page, 'transfer');
    await page.getByRole('heading', { name: 'After 0 steps' }).waitFor();
    await page.getByRole('button', { name: 'Step', exact: true }).click();
    await page.getByRole('heading', { name: /^After 1 step$/ }).waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('heading', { name: 'After 0 steps' }).waitFor();
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('fast');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByText('Stopped: the first damage has just landed:').waitFor();
    expect(await page.locator('.counts .bad').count()).toBeGreaterThan(0);
  });

  it('shows, folded away and only where nodes have rings, rings that agree, and rings counted with the wrong size', async () => {
    await showView(page, 'transfer');
    await page.getByRole('heading', { name: 'After 0 steps' }).waitFor();
    expect(await page.locator('.rings').count()).toBe(0);
    await showView(page, 'playground');
    await page.getByLabel('Start from').selectOption('unified-base-offset');
    await showView(page, 'transfer');
    const summary = page.getByText('Rings to try out: two of your own sizes; not this hand-off');
    await summary.waitFor();
    // Decode's memory comes a moment later, above the rings, and moves them down: a click on its way would miss.
    await page.getByRole('heading', { name: 'After 0 steps' }).waitFor();
    expect(await page.locator('.rings .verdict').isVisible()).toBe(false);
    await summary.click();
    await page.locator('.rings .verdict.good').waitFor();
    await page.getByLabel(/counts with prefill/).check();
    await page.locator('.rings').getByRole('slider').fill('40');
    await page.locator('.rings .verdict.bad').waitFor();
  });
});
