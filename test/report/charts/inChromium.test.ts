/** The bench page in a real Chromium: nothing blocked by its own policy, nothing against it from axe, no label over another or cut off, tables open on paper. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../../bench/explorer/chromium.ts';
import { benchPage } from '../../../src/report/benchPage.ts';
import { fragmentationReport, itemsReport, scenarioReport, wordsReport } from './support.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** It looks at every element; on a busy machine that takes a while. */
const AXE_MILLIS = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'bench-page-'));
const PAGES = { items: itemsReport, fragmentation: fragmentationReport, scenario: scenarioReport, words: wordsReport };

let browser: Browser;
beforeAll(async () => {
  for (const [name, report] of Object.entries(PAGES)) writeFileSync(join(folder, `${name}.html`), benchPage(report()));
  browser = await launchChromium(false);
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Opens a page, and what it had to complain of. */
async function open(name: string, { dark = false, width = 1280, bypassCSP = false }): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ colorScheme: dark ? 'dark' : 'light', viewport: { width, height: 900 }, bypassCSP });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('requestfailed', (request) => complaints.push(request.url()));
  await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
  return { page, complaints };
}

/** Texts of one picture that lie over each other, or stick out of it; run in the page. */
const CROWDED = `[...document.querySelectorAll('svg.plot')].flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text')].filter((text) => text.textContent.trim() !== '').map((text) => ({ name: text.textContent, box: text.getBoundingClientRect() }));
  const out = texts.filter(({ box }) => box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1);
  const over = texts.flatMap((a, i) => texts.slice(i + 1).filter((b) => Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 && Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 3).map((b) => [a, b]));
  const label = svg.getAttribute('aria-label');
  return [...out.map(({ name }) => label + ': cut off: ' + name), ...over.map(([a, b]) => label + ': ' + a.name + ' over ' + b.name)];
})`;

describe.each(Object.keys(PAGES))('%s', (name) => {
  it.each([
    { dark: false, width: 1280 },
    { dark: true, width: 360 },
  ])('says what it has to, dark $dark, $width pixels wide', async (options) => {
    const { page, complaints } = await open(name, options);
    expect(complaints).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await page.evaluate(CROWDED)).toEqual([]);
    await page.context().close();
  });

  it.each([1280, 2560])('has all pictures in columns of one width, one alone in its row too, %i pixels wide', async (width) => {
    const { page } = await open(name, { width });
    const widths = (await page.evaluate(
      '[...document.querySelectorAll("figure")].map((figure) => Math.round(figure.getBoundingClientRect().width))',
    )) as number[];
    expect(new Set(widths).size).toBe(1);
    await page.context().close();
  });

  it('shows its tables on paper, and folds them on screens', async () => {
    const { page } = await open(name, {});
    const shown =
      'document.querySelector("details table").getBoundingClientRect().height > 20 && document.querySelector("details table").checkVisibility({ contentVisibilityAuto: true })';
    expect(await page.evaluate(shown)).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(shown)).toBe(true);
    await page.context().close();
  });
});

it.each(['items', 'scenario'])('axe has nothing against %s', { timeout: AXE_MILLIS }, async (name) => {
  const { page } = await open(name, { bypassCSP: true });
  await page.evaluate(AXE);
  const results = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults;
  expect(results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await page.context().close();
});

it('sees labels that lie over each other, so that its silence means something', async () => {
  const { page } = await open('words', {});
  await page.evaluate(
    `document.querySelectorAll('svg.plot text')[1].setAttribute('transform', document.querySelectorAll('svg.plot text')[0].getAttribute('transform'))`,
  );
  expect(await page.evaluate(CROWDED)).not.toEqual([]);
  await page.context().close();
});
